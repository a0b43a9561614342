import { ExternalLink, FileText, ImageOff, RotateCw, VideoOff } from 'lucide-react'
import { fileCalls } from '@heliodesk/contract/files.ts'
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { download } from '../../lib/call.ts'
import { useSize } from '../use-size.ts'
import { useGestures } from './use-gestures.ts'
import { isFilm, kindTitle, type Shown, type View } from './view.ts'
import css from './image-previewer.module.css'

type StageProps = {
  item: Shown
  over: ReactNode
  view: View
  onView: (change: (view: View) => View) => void
  onStep: (step: 1 | -1) => void
}

/** The picture, or a message for a file that is not a picture. */
export function Stage({ item, over, view, onView, onStep }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const gestures = useGestures({ stage, view, onView, onStep })
  const [tries, setTries] = useState(0)
  const isPdf = item.fileType === 'application/pdf'
  return (
    <div ref={stage} className={css.stage} {...gestures}>
      {isFilm(item.fileType) ? (
        <Film key={item.original} item={item} />
      ) : item.picture === null && !item.fetched ? (
        <div className={css.nothing}>
          <FileText className="i" aria-hidden />
          <b>{item.name}</b>
          <span>
            {isPdf ? '还没有预览图' : `${kindTitle(item.fileType) ?? '此类'}文件不能预览，请下载后查看`}
          </span>
          {isPdf && <OpenFile item={item} text="查看全文" />}
        </div>
      ) : (
        <>
          <Picture
            key={`${tries} ${item.picture ?? item.path}`}
            item={item}
            over={over}
            view={view}
            onRetry={() => setTries(tries + 1)}
          />
          {isPdf && <OpenFile item={item} text="查看全文" />}
        </>
      )}
    </div>
  )
}

/** A film, played here; the server sends it in the parts that the browser asks for. */
function Film({ item: { name, original, picture } }: { item: Shown }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken)
    return (
      <div className={css.nothing} role="alert">
        <VideoOff className="i" aria-hidden />
        <b>此浏览器不能播放这段视频</b>
        <span>{name}，请下载后查看</span>
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- films of work have none
    <video
      className={css.film}
      src={original}
      poster={picture ?? undefined}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      onError={() => setIsBroken(true)}
    />
  )
}

/** Shows the first page of a document; the browser's own viewer opens the file. */
const OpenFile = ({ item, text }: { item: Shown; text: string }) => (
  <a
    className={`btn ${css.openFile}`}
    href={item.original}
    target="_blank"
    rel="noreferrer"
    onPointerDown={(event) => event.stopPropagation()}
  >
    <ExternalLink className="i" aria-hidden />
    {text}
  </a>
)

type PictureProps = { item: Shown; over: ReactNode; view: View; onRetry: () => void }

function Picture({ item, over, view, onRetry }: PictureProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const { ref, size } = useSize<HTMLImageElement>()
  const address = useAddress(item, () => setState('failed'))
  if (state === 'failed')
    return (
      <div className={css.nothing} role="alert">
        <ImageOff className="i" aria-hidden />
        <b>图片加载失败</b>
        <span>{item.name}</span>
        <button
          type="button"
          className="btn"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={onRetry}
        >
          <RotateCw className="i" aria-hidden />
          重试
        </button>
      </div>
    )
  const { scale, turn, x, y } = view
  const transform = `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`
  return (
    <>
      {state === 'loading' && <span className="spin" role="status" aria-label="图片加载中" />}
      {address && (
        <img
          ref={ref}
          src={address}
          alt={item.name}
          draggable={false}
          className={turn % 180 === 0 ? undefined : css.sideways}
          style={{ transform }}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
      {over && size && (
        <span className={css.over} style={{ ...size, transform, ...upright(view) }}>
          {over}
        </span>
      )}
    </>
  )
}

/** What keeps its size and stays upright on a picture that is enlarged and turned. */
const upright = ({ scale, turn }: View) =>
  ({ '--upright': `rotate(${-turn}deg) scale(${1 / scale})` }) as CSSProperties

/** The address of the picture. A picture known only by its path is fetched with the user's session. */
function useAddress({ picture, fetched, path }: Shown, onFail: () => void): string | null {
  const [address, setAddress] = useState<string | null>(null)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (!fetched) return undefined
    const controller = new AbortController()
    let made: string | null = null
    const fetchPicture = async () => {
      try {
        const { blob } = await download(fileCalls.download, { path: path! }, { signal: controller.signal })
        made = URL.createObjectURL(blob)
        setAddress(made)
      } catch {
        if (!controller.signal.aborted) fail()
      }
    }
    void fetchPicture()
    return () => {
      controller.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [fetched, path])
  return fetched ? address : picture
}
