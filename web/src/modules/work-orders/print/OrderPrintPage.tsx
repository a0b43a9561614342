import { paths } from '@heliodesk/contract/paths.ts'
import { PrintDesk } from '../../../kit/Paper.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { go } from '../../../lib/location.ts'
import { OrderPaper } from './OrderPaper.tsx'
import { useOrderPaper } from './use-order-paper.ts'
import { usePhotosShown } from './use-photos-shown.ts'

/** An order as it is filed: on A4, with its photos. The browser prints it, into a PDF too (decision 0073). */
export function OrderPrintPage() {
  const id = useUrlQuery().query.get('id') ?? ''
  const paper = useOrderPaper(id)
  const { refusal, onPhoto } = usePhotosShown(paper.data?.order.photoList ?? [])
  return (
    <PrintDesk
      onBack={() => go(paths.orders.to({ order: id }))}
      refusal={paper.data ? refusal : '工单还没有取到'}
    >
      <Reading read={paper} name="工单" height={320}>
        {(read) => <OrderPaper {...read} onPhoto={onPhoto} />}
      </Reading>
    </PrintDesk>
  )
}
