import { DetailLayout } from '../../../kit/DetailLayout.tsx'
import type { OrderDetail } from '../order.ts'
import { reportFacts } from './facts.tsx'
import { StepPhotoTiles } from './StepPhotoTiles.tsx'

type ReportProps = {
  id: string
  title: string
  report: NonNullable<OrderDetail['report']>
  awaited: OrderDetail['awaitedPhotoList']
}

/** What the reporter of a defect told from a phone: when and where, what was odd about it, and photos. */
export const Report = ({ id, title, report, awaited }: ReportProps) => (
  <>
    <DetailLayout id={id} title={title} items={reportFacts(report)} />
    <StepPhotoTiles
      label="上报照片"
      photos={report.photoList}
      awaited={awaited.filter(({ part }) => part === 'report')}
    />
  </>
)
