import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { useCallback } from 'react'
import { useCommand } from '../../../lib/queries.ts'
import { AwaitedPhotos } from '../AwaitedPhotos.tsx'
import { KeptPhotos } from '../KeptPhotos.tsx'
import type { OrderDetail } from '../order.ts'
import css from './order-forms.module.css'

export type StepPhotosProps = {
  order: Pick<OrderDetail, 'id' | 'submitTime'>
  stepNo: number
  required: boolean
  /** The photos of this step that the server has. */
  photos: OrderDetail['photoList']
  /** Those of it that are still on a phone. */
  awaited: OrderDetail['awaitedPhotoList']
  /** Uploads are running, or did not reach the step yet; must be a stable function. */
  onBusy: (stepNo: number, busy: boolean) => void
}

/** The photos of a step of the work. */
export function StepPhotos({ order, stepNo, required, photos, awaited, onBusy }: StepPhotosProps) {
  const adding = useCommand(workOrderCalls.addPhoto, { errors: 'own' })
  const removing = useCommand(workOrderCalls.removePhoto)
  const { id } = order
  return (
    <div className={css.stepPhotos}>
      <KeptPhotos
        hint={required ? '至少 1 张，上传后即保存到本步' : '可不拍，上传后即保存到本步'}
        required={required}
        submitTime={order.submitTime}
        of="本步"
        photos={photos}
        attach={(path) => adding.mutateAsync({ id, stepNo, path })}
        remove={(photoId) => removing.mutate({ id, photoId })}
        onBusy={useCallback((busy: boolean) => onBusy(stepNo, busy), [onBusy, stepNo])}
      />
      <AwaitedPhotos photos={awaited} label="还没有传完的照片" />
    </div>
  )
}
