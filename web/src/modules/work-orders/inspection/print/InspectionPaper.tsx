import { lineVerdicts } from '@heliodesk/contract/inspection-sheets.ts'
import { inUnit } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { Paper } from '../../../../kit/Paper.tsx'
import { PaperFacts } from '../../../../kit/PaperFacts.tsx'
import { PaperTable } from '../../../../kit/PaperTable.tsx'
import { QrCode } from '../../../../kit/QrCode.tsx'
import { useSession } from '../../../../lib/session.ts'
import { itemsOf, rangeOf, sheetFacts, type Line, type Sheet } from '../sheet.ts'

/** The record sheet of an inspection on paper: each device with its readings. */
export function InspectionPaper({ sheet }: { sheet: Sheet }) {
  const company = useSession(({ user }) => user?.tenantName ?? '')
  const items = itemsOf(sheet)
  const facts = sheetFacts(sheet)
  const address = new URL(paths.inspectionSheet.href({ order: sheet.orderId }), location.href).href
  const itemOf = ({ itemId }: Line) => items.get(itemId)
  const readingOf = (line: Line) => {
    const item = itemOf(line)
    return line.value === null || !item ? '' : inUnit(line.value, item.unit)
  }
  const dealtWith = ({ defect, exemptReason }: Line) =>
    defect ? `转缺陷 ${defect.workCode}` : exemptReason && `免转：${exemptReason}`
  return (
    <Paper
      company={company}
      title="巡检记录单"
      lead={`编号 ${sheet.workCode}`}
      state={`${flowStatuses[sheet.flowSts as FlowStatus]}${sheet.finishTime ? ` ${sheet.finishTime.slice(0, 16)}` : ''}`}
      mark={sheet.finishTime ? null : { text: '未完成', warning: '巡检尚未完成，不作为归档依据' }}
      corner={<QrCode text={address} label={`工单 ${sheet.workCode} 的二维码`} />}
    >
      <PaperFacts
        title="基本信息"
        facts={[
          { label: '巡检内容', value: sheet.title, span: 3 },
          { label: '电站', value: sheet.psName },
          { label: '负责人', value: sheet.liablePerson },
          { label: '开始时间', value: sheet.startTime?.slice(0, 16) },
          { label: '完成时间', value: sheet.finishTime?.slice(0, 16) },
          { label: '异常 / 关注', value: `${facts.abnormal} / ${facts.watch}` },
          { label: '环境温度', value: sheet.ambient === null ? null : `${sheet.ambient} ℃` },
        ]}
      />
      {sheet.stopList.map(({ stop, name, model }) => (
        <PaperTable
          key={stop}
          title={name}
          {...(model !== null && { fact: model })}
          rows={sheet.lineList.filter((line) => line.stop === stop)}
          columns={[
            { title: '项目', isName: true, of: (line) => itemOf(line)?.name },
            { title: '读数', isNumber: true, of: readingOf },
            {
              title: '正常范围',
              of: (line) => {
                const item = itemOf(line)
                return item ? `${rangeOf(item)} ${item.kind === 'judge' ? '' : item.unit}`.trim() : ''
              },
            },
            { title: '判断', isShort: true, of: ({ verdict }) => (verdict ? lineVerdicts[verdict] : '') },
            { title: '处理与备注', of: (line) => [dealtWith(line), line.note].filter(Boolean).join('；') },
            { title: '巡检人', isShort: true, of: ({ recorderName }) => recorderName },
          ]}
        />
      ))}
    </Paper>
  )
}
