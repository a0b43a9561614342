import { PHOTOS_A_STEP, photoRefusal, type StepPhoto } from '@heliodesk/contract/order-photos.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import type { UploadedFile } from '../../kit/use-uploads.ts'
import { useSession } from '../../lib/session.ts'
import { PhotoCaption } from './PhotoCaption.tsx'

type KeptPhotosProps = {
  label?: string
  hint: string
  required: boolean
  submitTime: string | null
  /** What the photos are of: 本步. */
  of: string
  /** Those that the server has. */
  photos: readonly StepPhoto[]
  /** Stores an upload as a photo. */
  attach: (path: string) => Promise<unknown>
  remove: (photoId: string) => void
  /** Uploads are running, or are not stored as photos yet; must be a stable function. */
  onBusy: (busy: boolean) => void
}

/** Photos of an order: each is stored as soon as it is uploaded, without saving the form. */
export function KeptPhotos({
  label = '照片',
  hint,
  required,
  submitTime,
  of,
  photos,
  attach: store,
  remove,
  onBusy,
}: KeptPhotosProps) {
  const userId = useSession(({ user }) => user?.id ?? '')
  const { loose, failed, attach, forget } = useLoosePhotos(store)
  const [sending, setSending] = useState(false)
  const busy = sending || loose.length > 0
  useEffect(() => onBusy(busy), [onBusy, busy])
  const known = new Set(photos.map(({ file }) => file.path))
  const value: UploadedFile[] = [
    ...photos.map(({ file }) => file),
    ...loose.filter(({ path }) => !known.has(path)),
  ]
  const change = (files: UploadedFile[]) => {
    const kept = new Set(files.map(({ path }) => path))
    for (const photo of photos) if (!kept.has(photo.file.path)) remove(photo.id)
    forget(loose.filter(({ path }) => !kept.has(path)))
    const held = new Set(value.map(({ path }) => path))
    attach(files.filter(({ path }) => !held.has(path)))
  }
  const photoOf = ({ path }: UploadedFile) => photos.find(({ file }) => file.path === path)
  return (
    <>
      <FilesField
        label={label}
        required={required}
        hint={hint}
        purpose="step"
        max={PHOTOS_A_STEP}
        duplicates
        keepLocation
        value={value}
        onChange={change}
        onBusy={setSending}
        caption={(file) => {
          const photo = photoOf(file)
          return photo && <PhotoCaption photo={photo} />
        }}
        keeps={(file) => {
          const photo = photoOf(file)
          if (!photo) return known.has(file.path)
          return photoRefusal(photo, { addTime: photo.addTime, submitTime }, userId) !== null
        }}
      />
      {failed && (
        <div className="alert err" role="alert">
          <span className="grow">
            照片没有加到{of}：{failed}
          </span>
          <Button size="sm" onClick={() => attach(loose)}>
            重试
          </Button>
        </div>
      )}
    </>
  )
}

/** Uploads on their way to the order; those that did not reach it wait for another attempt. */
function useLoosePhotos(store: (path: string) => Promise<unknown>) {
  const [loose, setLoose] = useState<UploadedFile[]>([])
  const [failed, setFailed] = useState<string | null>(null)
  const forget = (files: readonly UploadedFile[]) => {
    if (files.length === 0) return
    const gone = new Set(files.map(({ path }) => path))
    setLoose((all) => all.filter(({ path }) => !gone.has(path)))
    setFailed(null)
  }
  const attach = (files: readonly UploadedFile[]) => {
    if (files.length === 0) return
    const paths = new Set(files.map(({ path }) => path))
    setLoose((all) => [...all.filter(({ path }) => !paths.has(path)), ...files])
    setFailed(null)
    void addAll(files)
  }
  const addAll = async (files: readonly UploadedFile[]) => {
    for (const file of files) {
      try {
        await store(file.path)
        setLoose((all) => all.filter(({ path }) => path !== file.path))
      } catch (error) {
        setFailed(error instanceof Error ? error.message : String(error))
      }
    }
  }
  return { loose, failed, attach, forget }
}
