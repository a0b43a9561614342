import { inspectionSheetCalls } from '@heliodesk/contract/inspection-sheets.ts'
import { isComplete, progressOf } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ClipboardCheck, Printer } from 'lucide-react'
import { DetailLayout } from '../../../kit/DetailLayout.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useCall } from '../../../lib/queries.ts'
import { sheetFacts } from './sheet.ts'
import css from './inspection.module.css'

/** How far the round of an inspection order is, and the way to its sheet. */
export function Inspection({ id, title, orderId }: { id: string; title: string; orderId: string }) {
  const read = useCall(inspectionSheetCalls.detail, { orderId })
  return (
    <Reading read={read} name={title} height={96}>
      {(sheet) => {
        if (!sheet) return null
        const progress = progressOf(sheet)
        const { abnormal, watch, defects } = sheetFacts(sheet)
        return (
          <DetailLayout
            id={id}
            title={title}
            items={[
              { label: '已检', value: `${progress.filter(isComplete).length} / ${progress.length} 台` },
              { label: '异常', value: String(abnormal) },
              { label: '关注', value: String(watch) },
              { label: '转缺陷', value: String(defects) },
            ]}
          >
            <p className={`row ${css.links}`}>
              <a className="btn" href={paths.inspectionSheet.href({ order: orderId })}>
                <ClipboardCheck className="i" aria-hidden />
                {sheet.recordRefusal === null ? '填写巡检记录' : '查看巡检记录'}
              </a>
              <a className="btn" href={paths.inspectionPrint.href({ id: orderId })}>
                <Printer className="i" aria-hidden />
                打印记录单
              </a>
            </p>
          </DetailLayout>
        )
      }}
    </Reading>
  )
}
