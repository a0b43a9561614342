import { PHOTOS_A_STEP } from '@heliodesk/contract/order-photos.ts'
import { Camera, Images, X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { dropFromField, keepAct } from '../../../domain/field/do-in-field.ts'
import { useField } from '../../../domain/field/field-store.ts'
import { readPhoto, roomOnDevice } from '../../../domain/field/photo.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { notify } from '../../../lib/notices.ts'
import { isFull } from '../../../lib/outbox/store.ts'
import { StepPhotoTiles } from '../detail/StepPhotoTiles.tsx'
import type { OrderDetail } from '../order.ts'
import type { HerePhoto } from '../../../domain/field/left.ts'
import css from './field-execution.module.css'

type FieldPhotosProps = {
  orderId: string
  stepNo: number
  required: boolean
  /** Those that the server has. */
  photos: OrderDetail['photoList']
  /** Those that are on this device. */
  here: readonly HerePhoto[]
  /** Those that are on other phones. */
  elsewhere: OrderDetail['awaitedPhotoList']
}

/** The photos of a step, of which new ones are kept on this device first. */
export function FieldPhotos({ orderId, stepNo, required, photos, here, elsewhere }: FieldPhotosProps) {
  const camera = useRef<HTMLInputElement>(null)
  const album = useRef<HTMLInputElement>(null)
  const [isKeeping, setIsKeeping] = useState(false)
  const room = PHOTOS_A_STEP - photos.length - here.length - elsewhere.length
  const keep = async (files: readonly File[]) => {
    setIsKeeping(true)
    try {
      for (const file of files.slice(0, room)) if (!(await keepOne(orderId, stepNo, file))) break
    } finally {
      setIsKeeping(false)
    }
    if (files.length > room)
      notify({
        kind: 'warning',
        title: `每步最多 ${PHOTOS_A_STEP} 张照片`,
        text: `${files.length - room} 张没有保存`,
      })
  }
  const refusal = isKeeping ? '正在保存照片' : room <= 0 ? `每步最多 ${PHOTOS_A_STEP} 张照片` : null
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
        <Button icon={Camera} busy={isKeeping} refusal={refusal} onClick={() => camera.current?.click()}>
          拍照
        </Button>
        <Button icon={Images} refusal={refusal} onClick={() => album.current?.click()}>
          相册
        </Button>
        <span className="t3">{required ? '至少 1 张' : '可不拍'}</span>
      </div>
      <Picker ref={camera} label={`第 ${stepNo} 步拍照`} capture onFiles={(files) => void keep(files)} />
      <Picker ref={album} label={`第 ${stepNo} 步选照片`} onFiles={(files) => void keep(files)} />
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
async function keepOne(orderId: string, stepNo: number, file: File): Promise<boolean> {
  const room = await roomOnDevice(file.size)
  const full = () => {
    notify({
      kind: 'error',
      title: '本机存储不足，照片没有保存',
      text: '请连上网络让已拍的照片先上传，或清理手机存储',
      seconds: 15,
    })
    return false
  }
  if (room === 'none') return full()
  try {
    const { photo, picture } = await readPhoto(file)
    await keepAct(orderId, { act: 'photo', given: { stepNo, part: 'step', photo } }, picture)
  } catch (error) {
    if (isFull(error)) return full()
    notify({
      kind: 'error',
      title: `照片没有保存：${file.name}`,
      text: error instanceof Error ? error.message : String(error),
      seconds: 15,
    })
    return false
  }
  if (room === 'short')
    notify({ kind: 'warning', title: '本机存储快满了', text: '照片已保存，请尽快联网上传', seconds: 8 })
  return true
}

/** A photo on this device: taken back while it was never sent, its progress while it is on its way. */
function HereTile({ photo: { key, id, size, isRefused } }: { photo: HerePhoto }) {
  const url = usePicture(id)
  const mayRemove = useField(({ book }) => key !== null && book.rows.get(key)?.tried === false)
  const carried = useField((state) => state.carried.get(id) ?? 0)
  const isLost = useField(({ book }) => book.photos.get(id)?.lost === true)
  const part = carried > 0 ? `${Math.floor((carried / size) * 100)} %` : '待上传'
  const state = isRefused ? '未收下' : isLost ? '已损坏' : part
  return (
    <li>
      <span className={`file-tile ${css.here}`}>
        {url && <img src={url} alt="" />}
        <span className={css.state}>{state}</span>
      </span>
      {key !== null && mayRemove && (
        <IconButton
          icon={X}
          label="移除这张照片"
          className="remove"
          small
          onClick={() => void dropFromField(key)}
        />
      )}
    </li>
  )
}

/** The picture as this device has it. */
function usePicture(id: string): string | null {
  const outbox = useField((state) => state.outbox)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const show = async () => {
      const blob = await outbox?.photo(id)
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
