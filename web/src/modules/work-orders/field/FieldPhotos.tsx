import { filmKinds, kindByName } from '@heliodesk/contract/files.ts'
import { FILMS_A_STEP, PHOTOS_A_STEP } from '@heliodesk/contract/order-photos.ts'
import { Camera, Images, Video, X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { dropFromField, keepAct } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { readFilm, readPhoto, roomOnDevice } from '../../../domain/field/photo.ts'
import { shrinks } from '../../../domain/field/shrink.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { notify } from '../../../lib/notices.ts'
import { isFull } from '../../../lib/outbox/store.ts'
import { FilmLength } from '../FilmLength.tsx'
import { StepPhotoTiles } from '../detail/StepPhotoTiles.tsx'
import type { OrderDetail } from '../order.ts'
import type { HerePhoto } from '../../../domain/field/left.ts'
import css from './field-execution.module.css'

type FieldPhotosProps = {
  orderId: string
  stepNo: number
  required: boolean
  /** Photos and films that the server has. */
  photos: OrderDetail['photoList']
  /** Those that are on this device. */
  here: readonly HerePhoto[]
  /** Those that are on other phones. */
  elsewhere: OrderDetail['awaitedPhotoList']
}

const kinds = {
  photo: { most: PHOTOS_A_STEP, full: `每步最多 ${PHOTOS_A_STEP} 张照片`, unit: '张' },
  film: { most: FILMS_A_STEP, full: `每步最多 ${FILMS_A_STEP} 段视频`, unit: '段' },
} as const
type Kind = keyof typeof kinds

/** A camera that does not say what it took is told by the name. */
const kindOf = ({ type, name }: File): Kind =>
  (type || kindByName(name) || '').startsWith('video/') ? 'film' : 'photo'

/** The photos and films of a step, of which new ones are kept on this device first. */
export function FieldPhotos({ orderId, stepNo, required, photos, here, elsewhere }: FieldPhotosProps) {
  const camera = useRef<HTMLInputElement>(null)
  const filming = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const [isKeeping, setIsKeeping] = useState(false)
  const all = [...photos, ...here, ...elsewhere]
  const roomFor = (kind: Kind) =>
    kinds[kind].most - all.filter(({ film }) => (film === null ? 'photo' : 'film') === kind).length
  const keepKind = async (kind: Kind, files: readonly File[]) => {
    const room = Math.max(0, roomFor(kind))
    for (const file of files.slice(0, room)) if (!(await keepOne(orderId, stepNo, kind, file))) return
    const { full, unit } = kinds[kind]
    if (files.length > room)
      notify({ kind: 'warning', title: full, text: `${files.length - room} ${unit}没有保存` })
  }
  const keep = async (files: readonly File[]) => {
    setIsKeeping(true)
    try {
      for (const kind of ['photo', 'film'] as const)
        await keepKind(
          kind,
          files.filter((file) => kindOf(file) === kind),
        )
    } finally {
      setIsKeeping(false)
    }
  }
  const refusalOf = (kind: Kind) => (isKeeping ? '正在保存' : roomFor(kind) <= 0 ? kinds[kind].full : null)
  const [noPhoto, noFilm] = [refusalOf('photo'), refusalOf('film')]
  const onFiles = (files: readonly File[]) => void keep(files)
  return (
    <div className={css.photos}>
      <StepPhotoTiles photos={photos} awaited={elsewhere} label={`第 ${stepNo} 步的照片`} />
      {here.length > 0 && (
        <ul className="file-tiles" aria-label={`第 ${stepNo} 步在本机的照片`}>
          {here.map((photo) => (
            <HereTile key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      <div className={`touch-row ${css.take}`}>
        <Button icon={Camera} busy={isKeeping} refusal={noPhoto} onClick={() => camera.current?.click()}>
          拍照
        </Button>
        <Button icon={Video} refusal={noFilm} onClick={() => filming.current?.click()}>
          录像
        </Button>
        <Button
          icon={Images}
          refusal={noPhoto !== null && noFilm !== null ? noPhoto : null}
          onClick={() => album.current?.click()}
        >
          相册
        </Button>
        <span className="t3">{required ? '至少 1 张照片' : '可不拍'}</span>
      </div>
      <Picker ref={camera} label={`第 ${stepNo} 步拍照`} accept={PHOTOS} capture onFiles={onFiles} />
      <Picker ref={filming} label={`第 ${stepNo} 步录像`} accept={FILMS} capture onFiles={onFiles} />
      <Picker ref={album} label={`第 ${stepNo} 步选照片`} accept={`${PHOTOS},${FILMS}`} onFiles={onFiles} />
    </div>
  )
}

const PHOTOS = 'image/jpeg,image/png,image/webp'
const FILMS = filmKinds.join(',')

type PickerProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  capture?: boolean
  onFiles: (files: readonly File[]) => void
}

const Picker = ({ ref, label, accept, capture = false, onFiles }: PickerProps) => (
  <input
    ref={ref}
    type="file"
    className="sr"
    tabIndex={-1}
    aria-label={label}
    accept={accept}
    multiple={!capture}
    capture={capture ? 'environment' : undefined}
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)

/** Returns false when it was not kept, which the person is told. */
async function keepOne(orderId: string, stepNo: number, kind: Kind, file: File): Promise<boolean> {
  const what = kind === 'film' ? '视频' : '照片'
  const room = await roomOnDevice(file.size)
  const full = () => {
    notify({
      kind: 'error',
      title: `本机存储不足，${what}没有保存`,
      text: '请连上网络让已拍的内容先上传，或清理手机存储',
      seconds: 15,
    })
    return false
  }
  if (room === 'none') return full()
  try {
    const { photo, picture } = kind === 'film' ? await readFilm(file) : await readPhoto(file, shrinks())
    const part = kind === 'film' ? 'film' : 'step'
    await keepAct(orderId, { act: 'photo', given: { stepNo, part, photo } }, picture)
  } catch (error) {
    if (isFull(error)) return full()
    notify({
      kind: 'error',
      title: `${what}没有保存：${file.name}`,
      text: error instanceof Error ? error.message : String(error),
      seconds: 15,
    })
    return false
  }
  if (room === 'short')
    notify({ kind: 'warning', title: '本机存储快满了', text: `${what}已保存，请尽快联网上传`, seconds: 8 })
  return true
}

/** A photo on this device: taken back while it was never sent, its progress while it is on its way. */
function HereTile({ photo: { key, id, size, film, isRefused } }: { photo: HerePhoto }) {
  // A film is too large to be read for its tile.
  const picture = usePicture(film === null ? id : null)
  const url = film?.poster ?? picture
  const [isBroken, setIsBroken] = useState(false)
  const mayRemove = useField(({ book }) => key !== null && book.rows.get(key)?.tried === false)
  const carried = useField((state) => state.carried.get(id) ?? 0)
  const isLost = useField(({ book }) => book.photos.get(id)?.lost === true)
  const part = carried > 0 ? `${Math.floor((carried / size) * 100)} %` : '待上传'
  const state = isRefused ? '未收下' : isLost ? '已损坏' : part
  return (
    <li>
      <span className={`file-tile ${css.here}`}>
        {url && !isBroken && <img src={url} alt="" onError={() => setIsBroken(true)} />}
        {film && <FilmLength seconds={film.seconds} />}
        <span className={css.state}>{state}</span>
      </span>
      {key !== null && mayRemove && (
        <IconButton
          icon={X}
          label={film ? '移除这段视频' : '移除这张照片'}
          className="remove"
          small
          onClick={() => void dropFromField(key)}
        />
      )}
    </li>
  )
}

/** The picture as this device has it. */
function usePicture(id: string | null): string | null {
  const outbox = useField((state) => state.outbox)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const show = async () => {
      const blob = id === null ? null : await outbox?.photo(id)
      if (!blob || ending.signal.aborted) return
      const made = URL.createObjectURL(blob)
      ending.signal.addEventListener('abort', () => URL.revokeObjectURL(made))
      setUrl(made)
    }
    void show()
    return () => ending.abort()
  }, [outbox, id])
  return url
}
