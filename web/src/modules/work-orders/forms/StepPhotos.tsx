import { PHOTOS_A_STEP, photoRefusal } from '@heliodesk/contract/order-photos.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useEffect, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { FilesField } from '../../../kit/fields/FilesField.tsx'
import type { UploadedFile } from '../../../kit/use-uploads.ts'
import { useCommand } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import type { OrderDetail } from '../order.ts'
import { PhotoCaption } from '../PhotoCaption.tsx'
import css from './order-forms.module.css'

export type StepPhotosProps = {
  order: Pick<OrderDetail, 'id' | 'submitTime'>
  stepNo: number
  required: boolean
  /** The photos of this step that the server has. */
  photos: OrderDetail['photoList']
  /** Uploads are running, or did not reach the step yet; must be a stable function. */
  onBusy: (stepNo: number, busy: boolean) => void
}

/** The photos of a step: each belongs to it as soon as it is uploaded, without saving the form. */
export function StepPhotos({ order, stepNo, required, photos, onBusy }: StepPhotosProps) {
  const userId = useSession(({ user }) => user?.id ?? '')
  const { loose, failed, attach, forget } = useLoosePhotos(order.id, stepNo)
  const [sending, setSending] = useState(false)
  const busy = sending || loose.length > 0
  useEffect(() => onBusy(stepNo, busy), [onBusy, stepNo, busy])
  const removing = useCommand(workOrderCalls.removePhoto)
  const known = new Set(photos.map(({ file }) => file.path))
  const value: UploadedFile[] = [
    ...photos.map(({ file }) => file),
    ...loose.filter(({ path }) => !known.has(path)),
  ]
  const change = (files: UploadedFile[]) => {
    const kept = new Set(files.map(({ path }) => path))
    for (const photo of photos)
      if (!kept.has(photo.file.path)) removing.mutate({ id: order.id, photoId: photo.id })
    forget(loose.filter(({ path }) => !kept.has(path)))
    const held = new Set(value.map(({ path }) => path))
    attach(files.filter(({ path }) => !held.has(path)))
  }
  const photoOf = ({ path }: UploadedFile) => photos.find(({ file }) => file.path === path)
  return (
    <div className={css.stepPhotos}>
      <FilesField
        label="照片"
        required={required}
        hint={required ? '至少 1 张，上传后即保存到本步' : '可不拍，上传后即保存到本步'}
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
          return (
            photoRefusal(photo, { addTime: photo.addTime, submitTime: order.submitTime }, userId) !== null
          )
        }}
      />
      {failed && (
        <div className="alert err" role="alert">
          <span className="grow">照片没有加到本步：{failed}</span>
          <Button size="sm" onClick={() => attach(loose)}>
            重试
          </Button>
        </div>
      )}
    </div>
  )
}

/** Uploads on their way to the step; those that did not reach it wait for another attempt. */
function useLoosePhotos(orderId: string, stepNo: number) {
  const [loose, setLoose] = useState<UploadedFile[]>([])
  const [failed, setFailed] = useState<string | null>(null)
  const adding = useCommand(workOrderCalls.addPhoto, { errors: 'own' })
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
        await adding.mutateAsync({ id: orderId, stepNo, path: file.path })
        setLoose((all) => all.filter(({ path }) => path !== file.path))
      } catch (error) {
        setFailed(error instanceof Error ? error.message : String(error))
      }
    }
  }
  return { loose, failed, attach, forget }
}
