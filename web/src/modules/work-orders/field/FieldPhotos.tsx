import { filmKinds, kindByName } from '@heliodesk/contract/files.ts'
import { FILMS_A_STEP, PHOTOS_A_STEP } from '@heliodesk/contract/order-photos.ts'
import { Camera, Images, Video, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { dropFromField } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { keepPicture } from '../../../domain/field/keep-picture.ts'
import { PHOTO_FILES, readFilm, readPhoto } from '../../../domain/field/photo.ts'
import { usePicture } from '../../../domain/field/use-picture.ts'
import { shrinks } from '../../../domain/field/shrink.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { FilesPicker } from '../../../kit/FilePicker.tsx'
import { notify } from '../../../lib/notices.ts'
import { FilmLength } from '../FilmLength.tsx'
import { StepPhotoTiles } from '../detail/StepPhotoTiles.tsx'
import type { OrderDetail } from '../order.ts'
import type { HerePhoto } from '../../../domain/field/left.ts'
import css from './field-execution.module.css'

type FieldPhotosProps = {
  orderId: string
  stepNo: number
  required: boolean
  /** A step of the work by default. */
  part?: 'step' | 'reading'
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
export function FieldPhotos({
  orderId,
  stepNo,
  required,
  part = 'step',
  photos,
  here,
  elsewhere,
}: FieldPhotosProps) {
  const camera = useRef<HTMLInputElement>(null)
  const filming = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const [isKeeping, setIsKeeping] = useState(false)
  const all = [...photos, ...here, ...elsewhere]
  const roomFor = (kind: Kind) =>
    kinds[kind].most - all.filter(({ film }) => (film === null ? 'photo' : 'film') === kind).length
  const keepKind = async (kind: Kind, files: readonly File[]) => {
    const room = Math.max(0, roomFor(kind))
    for (const file of files.slice(0, room))
      if (!(await keepOne(orderId, { stepNo, part }, kind, file))) return
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
  const place = part === 'step' ? `第 ${stepNo} 步` : `第 ${stepNo} 行`
  const onFiles = (files: readonly File[]) => void keep(files)
  return (
    <div className={css.photos}>
      <StepPhotoTiles photos={photos} awaited={elsewhere} label={`${place}的照片`} />
      {here.length > 0 && (
        <ul className="file-tiles" aria-label={`${place}在本机的照片`}>
          {here.map((photo) => (
            <HereTile key={photo.id} photo={photo} />
          ))}
        </ul>
      )}
      <div className={`touch-row ${css.take}`}>
        <Button icon={Camera} busy={isKeeping} refusal={noPhoto} onClick={() => camera.current?.click()}>
          拍照
        </Button>
        {part === 'step' && (
          <Button icon={Video} refusal={noFilm} onClick={() => filming.current?.click()}>
            录像
          </Button>
        )}
        <Button
          icon={Images}
          refusal={noPhoto !== null && noFilm !== null ? noPhoto : null}
          onClick={() => album.current?.click()}
        >
          相册
        </Button>
        <span className="t3">{required ? '至少 1 张照片' : '可不拍'}</span>
      </div>
      <FilesPicker ref={camera} label={`${place}拍照`} accept={PHOTO_FILES} capture onFiles={onFiles} />
      <FilesPicker ref={filming} label={`${place}录像`} accept={FILMS} capture onFiles={onFiles} />
      <FilesPicker
        multiple
        ref={album}
        label={`${place}选照片`}
        accept={part === 'step' ? `${PHOTO_FILES},${FILMS}` : PHOTO_FILES}
        onFiles={onFiles}
      />
    </div>
  )
}

const FILMS = filmKinds.join(',')

type Place = { stepNo: number; part: 'step' | 'reading' }

const keepOne = (orderId: string, { stepNo, part }: Place, kind: Kind, file: File): Promise<boolean> =>
  kind === 'film'
    ? keepPicture(orderId, file, '视频', {
        read: readFilm,
        act: (photo) => ({ act: 'photo', given: { stepNo, part: 'film', photo } }),
      })
    : keepPicture(orderId, file, '照片', {
        read: (each) => readPhoto(each, shrinks()),
        act: (photo) => ({ act: 'photo', given: { stepNo, part, photo } }),
      })

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
