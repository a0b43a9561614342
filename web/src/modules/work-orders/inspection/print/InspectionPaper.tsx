import { formulaOf } from '@heliodesk/contract/inspection-formulas.ts'
import { lineVerdicts } from '@heliodesk/contract/inspection-sheets.ts'
import { inUnit } from '@heliodesk/contract/inspection-sheet-rules.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { EMPTY, formatMinute } from '../../../../kit/format.ts'
import { Paper } from '../../../../kit/Paper.tsx'
import { PaperFacts } from '../../../../kit/PaperFacts.tsx'
import { PaperTable } from '../../../../kit/PaperTable.tsx'
import { QrCode } from '../../../../kit/QrCode.tsx'
import { useSession } from '../../../../lib/session.ts'
import type { OrderDetail } from '../../order.ts'
import { PhotosOnPaper } from '../../print/PhotosOnPaper.tsx'
import { markOf, PrintedBy, Signatures, SignaturesOnPaper } from '../../print/signed-paper.tsx'
import { itemsOf, rangeOf, sheetFacts, type Item, type Line, type Sheet } from '../sheet.ts'

type InspectionPaperProps = { sheet: Sheet; order: OrderDetail; onPhoto: (id: string) => void }

/** So many lines are not cut between two pages. */
const FEW = 8

/** The record sheet of an inspection on paper: each device with its readings and photos, and lines to sign. */
export function InspectionPaper({ sheet, order, onPhoto }: InspectionPaperProps) {
  const company = useSession(({ user }) => user?.tenantName ?? '')
  const items = itemsOf(sheet)
  const { recorded, abnormal, watch, absent, defects } = sheetFacts(sheet)
  const address = new URL(paths.inspectionSheet.href({ order: sheet.orderId }), location.href).href
  const itemOf = ({ itemId }: Line) => items.get(itemId)
  return (
    <Paper
      company={company}
      title="巡检记录单"
      lead={`编号 ${sheet.workCode}`}
      state={[order.flowStsName, sheet.finishTime?.slice(0, 16)].filter(Boolean).join(' ')}
      mark={sheet.finishTime ? markOf(order) : { text: '未完成', warning: '巡检尚未完成，不作为归档依据' }}
      corner={<QrCode text={address} label={`工单 ${sheet.workCode} 的二维码`} />}
    >
      <PaperFacts
        title="基本信息"
        facts={[
          { label: '巡检内容', value: sheet.title, span: 3 },
          { label: '电站', value: sheet.psName },
          { label: '巡检计划', value: order.planCode },
          { label: '计划时间', value: spanOf(order.planStartTime, order.planEndTime), span: 3 },
          { label: '开始时间', value: sheet.startTime?.slice(0, 16) },
          { label: '完成时间', value: sheet.finishTime?.slice(0, 16) },
          { label: '负责人', value: sheet.liablePerson },
          { label: '环境温度', value: sheet.ambient === null ? null : `${sheet.ambient} ℃` },
          { label: '已检', value: `${recorded} / ${sheet.lineList.length} 项，${sheet.stopList.length} 处` },
          {
            label: '结果',
            value: `异常 ${abnormal}，关注 ${watch}，不涉及 ${absent}，转缺陷 ${defects} 单`,
          },
        ]}
      />
      {sheet.stopList.map(({ stop, name, model, code, spaceName }) => {
        const lines = sheet.lineList.filter((line) => line.stop === stop)
        return (
          <PaperTable
            key={stop}
            title={name}
            fact={[model, code, spaceName].filter(Boolean).join(' · ')}
            rows={lines}
            isWhole={lines.length <= FEW && lines.every(({ photoList }) => photoList.length === 0)}
            columns={[
              { title: '项目', isName: true, width: '36mm', of: (line) => itemOf(line)?.name },
              { title: '读数', isNumber: true, width: '19mm', of: (line) => readingOf(line, itemOf(line)) },
              { title: '正常范围', width: '25mm', of: (line) => allowedOf(itemOf(line)) },
              { title: '判断', width: '16mm', of: verdictOf },
              { title: '处理与备注', of: (line) => remarksOf(line, itemOf(line)) },
              { title: '巡检人', isShort: true, width: '28mm', of: recorderOf },
            ]}
            under={(line) =>
              line.photoList.length > 0 && (
                <PhotosOnPaper name={itemOf(line)?.name ?? ''} photos={line.photoList} onPhoto={onPhoto} />
              )
            }
          />
        )
      })}
      {order.signatureList.length > 0 && <SignaturesOnPaper title="现场签名" list={order.signatureList} />}
      <Signatures order={order} />
      <PrintedBy />
    </Paper>
  )
}

const spanOf = (from: string | null, until: string | null) =>
  from === null && until === null ? null : `${formatMinute(from)} 至 ${formatMinute(until)}`

function readingOf({ value, verdict }: Line, item: Item | undefined): string {
  if (value !== null && item) return inUnit(value, item.unit)
  return verdict === null ? '' : EMPTY
}

const allowedOf = (item: Item | undefined): string =>
  item ? `${rangeOf(item)} ${item.kind === 'judge' ? '' : item.unit}`.trim() : ''

function verdictOf({ verdict, grade }: Line) {
  if (verdict === null) return ''
  if (verdict !== 'abnormal') return lineVerdicts[verdict]
  return (
    <b>
      {lineVerdicts[verdict]}
      {grade && <div>{grade} 级</div>}
    </b>
  )
}

/** What was made of a line, of which readings it was computed, and what was said to it. */
function remarksOf({ defect, exemptReason, parts, note }: Line, item: Item | undefined): string {
  return [
    defect ? `转缺陷 ${defect.workCode}` : exemptReason && `免转：${exemptReason}`,
    parts.length > 0 && item?.formula && `实测 ${measuredOf(item.formula, parts)}`,
    note,
  ]
    .filter(Boolean)
    .join('；')
}

function measuredOf(formula: NonNullable<Item['formula']>, parts: readonly number[]): string {
  const { takes, many } = formulaOf(formula)
  return parts.map((part, at) => (many ? String(part) : `${takes[at] ?? ''} ${part}`.trim())).join('、')
}

const recorderOf = ({ recorderName, doneTime }: Line) => (
  <>
    <div>{recorderName}</div>
    <small>{doneTime?.slice(5, 16)}</small>
  </>
)
