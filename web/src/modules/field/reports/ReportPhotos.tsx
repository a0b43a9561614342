import { PHOTOS_A_STEP } from '@heliodesk/contract/order-photos.ts'
import { Camera, Images, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { dropFromField } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { keepPicture } from '../../../domain/field/keep-picture.ts'
import { PHOTO_FILES, readPhoto } from '../../../domain/field/photo.ts'
import { photosOf } from '../../../domain/field/reports.ts'
import { usePicture } from '../../../domain/field/use-picture.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { FilesPicker } from '../../../kit/FilePicker.tsx'
import { notify } from '../../../lib/notices.ts'
import type { Row } from '../../../lib/outbox/book.ts'
import css from './reports.module.css'

/** The photos of a report: each is on this device as soon as it is taken, and is sent after the report. */
export function ReportPhotos({ lane }: { lane: string }) {
  const book = useField((state) => state.book)
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const [isKeeping, setIsKeeping] = useState(false)
  const photos = photosOf(book, lane)
  const room = PHOTOS_A_STEP - photos.length
  const keep = async (files: readonly File[]) => {
    setIsKeeping(true)
    try {
      for (const file of files.slice(0, room)) if (!(await keepOne(lane, file))) break
    } finally {
      setIsKeeping(false)
    }
    if (files.length > room)
      notify({
        kind: 'warning',
        title: `最多 ${PHOTOS_A_STEP} 张照片`,
        text: `${files.length - room} 张没有保存`,
      })
  }
  const refusal = isKeeping ? '正在保存照片' : room <= 0 ? `最多 ${PHOTOS_A_STEP} 张照片` : null
  return (
    <div className={`wide ${css.photos}`} role="group" aria-label="照片">
      <span className={css.label}>
        照片
        <span className="t3">
          {photos.length} / {PHOTOS_A_STEP}
        </span>
      </span>
      {photos.length > 0 && (
        <ul className="file-tiles" aria-label="已拍的照片">
          {photos.map((row, at) => (
            <Tile key={row.key} row={row} no={at + 1} />
          ))}
        </ul>
      )}
      <div className={`touch-row ${css.take}`}>
        <Button icon={Camera} busy={isKeeping} refusal={refusal} onClick={() => camera.current?.click()}>
          拍照
        </Button>
        <Button icon={Images} refusal={refusal} onClick={() => album.current?.click()}>
          相册
        </Button>
      </div>
      <FilesPicker
        accept={PHOTO_FILES}
        ref={camera}
        label="拍缺陷照片"
        capture
        onFiles={(files) => void keep(files)}
      />
      <FilesPicker
        multiple
        accept={PHOTO_FILES}
        ref={album}
        label="选缺陷照片"
        onFiles={(files) => void keep(files)}
      />
    </div>
  )
}

const keepOne = (lane: string, file: File): Promise<boolean> =>
  keepPicture(lane, file, '照片', {
    read: readPhoto,
    act: (photo) => ({ act: 'reportPhoto', given: { photo } }),
  })

function Tile({ row, no }: { row: Row; no: number }) {
  const { photo, key, tried } = row
  const url = usePicture(photo)
  return (
    <li>
      <span className="file-tile">{url && <img src={url} alt={`第 ${no} 张照片`} />}</span>
      {!tried && (
        <IconButton
          icon={X}
          label={`移除第 ${no} 张照片`}
          className="remove"
          small
          onClick={() => void dropFromField(key)}
        />
      )}
    </li>
  )
}
