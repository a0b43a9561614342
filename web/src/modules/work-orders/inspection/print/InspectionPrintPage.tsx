import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { PrintDesk } from '../../../../kit/Paper.tsx'
import { Reading } from '../../../../kit/Reading.tsx'
import { Empty } from '../../../../kit/States.tsx'
import { useUrlQuery } from '../../../../kit/url-query.ts'
import { go } from '../../../../lib/location.ts'
import { useCall } from '../../../../lib/queries.ts'
import { usePhotosShown } from '../../print/use-photos-shown.ts'
import { InspectionPaper } from './InspectionPaper.tsx'

/** The record sheet of an inspection as it is filed. */
export function InspectionPrintPage() {
  const orderId = useUrlQuery().query.get('id') ?? ''
  const read = useCall(inspectionSheetCalls.detail, { orderId })
  const order = useCall(workOrderCalls.detail, { id: orderId })
  const photos = read.data?.lineList.flatMap(({ photoList }) => photoList) ?? []
  const { refusal, onPhoto } = usePhotosShown(photos)
  return (
    <PrintDesk
      onBack={() => go(paths.inspectionSheet.to({ order: orderId }))}
      refusal={read.data && order.data ? refusal : '巡检记录还没有取到'}
    >
      <Reading read={read} name="巡检记录" height={320}>
        {(sheet) =>
          sheet ? (
            <Reading read={order} name="工单" height={320}>
              {(known) => <InspectionPaper sheet={sheet} order={known} onPhoto={onPhoto} />}
            </Reading>
          ) : (
            <Empty title="没有巡检记录" />
          )
        }
      </Reading>
    </PrintDesk>
  )
}
