import { own } from '@heliodesk/contract/own.ts'
import { Modal } from 'antd'
import { overlayLayer } from '../overlay-layer.ts'
import { ChevronLeft, ChevronRight, Download, RotateCw, Undo2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { saveFile } from '../../lib/download.ts'
import { IconButton } from '../Button.tsx'
import { useBack } from '../use-back.ts'
import { Stage } from './Stage.tsx'
import { ThumbStrip } from './ThumbStrip.tsx'
import {
  beside,
  FITTED,
  isFilm,
  percentOf,
  shownOf,
  turned,
  ZOOM,
  zoomed,
  type ImageItem,
  type Shown,
} from './view.ts'
import css from './image-previewer.module.css'

type ImagePreviewerProps = {
  items: readonly ImageItem[]
  /** The index of the first picture shown; changing it moves there. */
  start?: number
  onClose: () => void
  /** The arrows wrap around from the last picture to the first and back. */
  wraps?: boolean
  zIndex?: number
}

/**
 * A previewer for pictures and documents over the page, by mouse (wheel, drag), keyboard (arrows, +, −, 0, R, Esc) and
 * touch (swipe, two fingers). Spec 2 §2, §4, §9.
 */
export function ImagePreviewer({
  items,
  start = 0,
  onClose,
  wraps = true,
  zIndex = 2000,
}: ImagePreviewerProps) {
  useBack(true, onClose)
  const shown = useMemo(() => items.map((item) => shownOf(item)), [items])
  const [at, setAt] = useState(start)
  const [view, setView] = useState(FITTED)
  const current = Math.min(at, shown.length - 1)
  const [item, original] = [shown[current], items[current]]
  const goTo = (index: number | null) => {
    if (index === null || index === at) return
    setAt(index)
    setView(FITTED)
  }
  const step = (by: 1 | -1) => goTo(beside(at, by, shown.length, wraps))
  const zoom = (factor: number) => setView((now) => zoomed(now, factor))
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    '+': () => zoom(ZOOM.in),
    '=': () => zoom(ZOOM.in),
    '-': () => zoom(ZOOM.out),
    '0': () => setView(FITTED),
    r: () => setView(turned),
    R: () => setView(turned),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      // Handle Esc before a hovered button's tooltip does, and keep it from the page below.
      event.stopPropagation()
      onClose()
    }
    const run = own(keys, event.key)
    if (!run) return
    event.preventDefault()
    run()
  }
  const box = useFocused()
  if (!item) return null
  const [isFirst, isLast] = [-1, 1].map((by) => beside(at, by as 1 | -1, shown.length, wraps) === null)
  return (
    <Modal
      getContainer={overlayLayer}
      open
      width="100vw"
      closable={false}
      footer={null}
      zIndex={zIndex}
      onCancel={onClose}
      wrapClassName="touch image-previewer"
      title={`预览 ${item.name}`}
      transitionName=""
      maskTransitionName=""
    >
      <div
        ref={box}
        className={css.inside}
        tabIndex={-1}
        role="group"
        aria-label="图片预览"
        onKeyDown={onKeyDown}
      >
        <header className="row">
          <b className="ell grow" title={item.name}>
            {item.name}
          </b>
          <span className={css.count} role="status">
            {at + 1} / {shown.length}
          </span>
          <DownloadButton item={item} />
          <IconButton icon={X} label="关闭" onClick={onClose} />
        </header>
        <Stage
          item={item}
          over={typeof original === 'string' ? null : original?.over}
          view={view}
          onView={setView}
          onStep={step}
        />
        {shown.length > 1 && (
          <>
            <IconButton
              className={`${css.step} ${css.left}`}
              icon={ChevronLeft}
              label="上一张"
              refusal={isFirst ? '已是第一张' : null}
              onClick={() => step(-1)}
            />
            <IconButton
              className={`${css.step} ${css.right}`}
              icon={ChevronRight}
              label="下一张"
              refusal={isLast ? '已是最后一张' : null}
              onClick={() => step(1)}
            />
          </>
        )}
        <footer>
          {typeof original !== 'string' && original?.note && <div className={css.note}>{original.note}</div>}
          {(item.picture !== null || item.fetched) && !isFilm(item.fileType) && (
            <div className={`row ${css.tools}`} role="toolbar" aria-label="图片工具">
              <IconButton
                icon={ZoomOut}
                label="缩小"
                refusal={view.scale <= ZOOM.least ? '已是最小' : null}
                onClick={() => zoom(ZOOM.out)}
              />
              <output aria-label="缩放比例">{percentOf(view)}</output>
              <IconButton
                icon={ZoomIn}
                label="放大"
                refusal={view.scale >= ZOOM.most ? '已是最大' : null}
                onClick={() => zoom(ZOOM.in)}
              />
              <IconButton icon={RotateCw} label="旋转 90°" onClick={() => setView(turned)} />
              <IconButton icon={Undo2} label="还原" onClick={() => setView(FITTED)} />
            </div>
          )}
          {shown.length > 1 && <ThumbStrip items={shown} at={at} onChoose={goTo} />}
        </footer>
      </div>
    </Modal>
  )
}

/** Takes the focus at once, so that the keys work, and returns it to the element focused before. */
function useFocused() {
  const box = useRef<HTMLDivElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [before])
  return box
}

function DownloadButton({ item }: { item: Shown }) {
  const { path, name, original } = item
  if (path !== null)
    return <IconButton icon={Download} label="下载原图" onClick={() => void saveFile({ path, name })} />
  return (
    <a className="ib" href={original} download={name} aria-label="下载原图" title="下载原图">
      <Download className="i" aria-hidden />
    </a>
  )
}
