import { appearanceSheetCalls as calls } from '@heliodesk/contract/appearance-sheet.ts'
import { useCommand } from '../../../lib/queries.ts'
import { AwaitedPhotos } from '../AwaitedPhotos.tsx'
import { KeptPhotos } from '../KeptPhotos.tsx'
import type { OrderDetail } from '../order.ts'
import { awaitedIn, type SheetRow } from './sheet.ts'

type PhotosProps = {
  row: SheetRow
  order: OrderDetail
  label: string
  required: boolean
  onBusy: (busy: boolean) => void
}

/** The photos of an item as found or, while it is put right, after that. */
export function Photos({ row, order, label, required, onBusy }: PhotosProps) {
  const adding = useCommand(calls.addPhoto, { errors: 'own' })
  const removing = useCommand(calls.removePhoto)
  const isRework = row.rework === 'open' || row.rework === 'done'
  return (
    <div className="wide">
      <KeptPhotos
        label={label}
        hint={required ? '至少 1 张，上传后即保存到本项' : '可不拍，上传后即保存到本项'}
        required={required}
        submitTime={order.submitTime}
        of="本项"
        photos={isRework ? row.afterFileList : row.uploadFileList}
        attach={(path) => adding.mutateAsync({ orderId: order.id, no: row.no, path })}
        remove={(photoId) => removing.mutate({ orderId: order.id, photoId })}
        onBusy={onBusy}
      />
      <AwaitedPhotos
        photos={awaitedIn(order, row, isRework ? 'after' : 'before')}
        label={`还没有传完的${label}`}
      />
    </div>
  )
}
