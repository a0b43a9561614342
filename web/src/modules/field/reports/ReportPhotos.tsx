import { PHOTOS_A_STEP } from '@heliodesk/contract/order-photos.ts'
import { Camera, Images, X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { dropFromField, keepAct } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { readPhoto, roomOnDevice } from '../../../domain/field/photo.ts'
import { photosOf } from '../../../domain/field/reports.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { notify } from '../../../lib/notices.ts'
import type { Row } from '../../../lib/outbox/book.ts'
import { isFull } from '../../../lib/outbox/store.ts'
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
      <Picker ref={camera} label="拍缺陷照片" capture onFiles={(files) => void keep(files)} />
      <Picker ref={album} label="选缺陷照片" onFiles={(files) => void keep(files)} />
    </div>
  )
}

type PickerProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  capture?: boolean
  onFiles: (files: readonly File[]) => void
}

const Picker = ({ ref, label, capture = false, onFiles }: PickerProps) => (
  <input
    ref={ref}
    type="file"
    className="sr"
    tabIndex={-1}
    aria-label={label}
    accept="image/jpeg,image/png,image/webp"
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
async function keepOne(lane: string, file: File): Promise<boolean> {
  const full = () => {
    notify({
      kind: 'error',
      title: '本机存储不足，照片没有保存',
      text: '请连上网络让已拍的照片先上传，或清理手机存储',
      seconds: 15,
    })
    return false
  }
  if ((await roomOnDevice(file.size)) === 'none') return full()
  try {
    const { photo, picture } = await readPhoto(file)
    await keepAct(lane, { act: 'reportPhoto', given: { photo } }, picture)
    return true
  } catch (error) {
    if (isFull(error)) return full()
    const text = error instanceof Error ? error.message : String(error)
    notify({ kind: 'error', title: `照片没有保存：${file.name}`, text, seconds: 15 })
    return false
  }
}

function Tile({ row, no }: { row: Row; no: number }) {
  const outbox = useField((state) => state.outbox)
  const [url, setUrl] = useState<string | null>(null)
  const { photo, key, tried } = row
  useEffect(() => {
    const ending = new AbortController()
    const show = async () => {
      const blob = photo === null ? null : await outbox?.photo(photo)
      if (!blob || ending.signal.aborted) return
      const made = URL.createObjectURL(blob)
      ending.signal.addEventListener('abort', () => URL.revokeObjectURL(made))
      setUrl(made)
    }
    void show()
    return () => ending.abort()
  }, [outbox, photo])
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
