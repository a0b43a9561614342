import { extensionStates } from '@heliodesk/contract/extension-rules.ts'
import {
  EMPTY,
  formatAmount,
  formatCapacity,
  formatDay,
  formatMinute,
  formatNumber,
} from '../../../kit/format.ts'
import type { OrderDetail } from '../order.ts'
import { PaperFacts } from '../../../kit/PaperFacts.tsx'
import { PaperTable } from '../../../kit/PaperTable.tsx'
import type { OrderOnPaper } from './use-order-paper.ts'

type Benefit = NonNullable<NonNullable<OrderOnPaper['cleaning']>['benefit']>
type Titled<Rows> = { title: string; rows: Rows }

const tick = (is: boolean) => (is ? '是' : EMPTY)
const percent = (ratio: number | null) => (ratio === null ? EMPTY : `${formatNumber(ratio * 100, 1)} %`)
const yuan = (amount: number | null) => `${formatAmount(amount)} 元`

export const PrerequisitesOnPaper = ({ title, rows }: Titled<OrderDetail['prerequisiteList']>) => (
  <PaperTable
    title={title}
    rows={rows}
    columns={[
      { title: '条件', isName: true, of: ({ name }) => name },
      { title: '必需', isShort: true, of: ({ required }) => tick(required) },
      { title: '满足', isShort: true, of: ({ met }) => tick(met) },
    ]}
  />
)

export const TicketsOnPaper = ({ title, rows }: Titled<OrderOnPaper['tickets']>) => (
  <PaperTable
    title={title}
    rows={rows}
    columns={[
      { title: '票号', isName: true, of: ({ ticketNo }) => ticketNo || '未编号' },
      { title: '票种', isShort: true, of: ({ ticketTypeDtlLabel }) => ticketTypeDtlLabel },
      { title: '工作内容', of: ({ workContent }) => workContent },
      { title: '状态', isShort: true, of: ({ stateLabel }) => stateLabel },
      { title: '创建人', isShort: true, of: ({ createUserName }) => createUserName },
      { title: '创建时间', isShort: true, of: ({ ticketCreateTime }) => formatMinute(ticketCreateTime) },
    ]}
  />
)

export const HoursOnPaper = ({ title, rows }: Titled<OrderDetail['workHoursList']>) => (
  <PaperTable
    title={title}
    fact={`合计 ${formatNumber(
      rows.reduce((sum, { workHours }) => sum + workHours, 0),
      1,
    )} h`}
    rows={rows}
    columns={[
      { title: '执行人', isName: true, of: ({ executorName }) => executorName },
      { title: '实际开始', isShort: true, of: ({ actualStartTime }) => formatMinute(actualStartTime) },
      { title: '实际结束', isShort: true, of: ({ actualEndTime }) => formatMinute(actualEndTime) },
      { title: '人数', isNumber: true, of: ({ peopleNum }) => peopleNum },
      { title: '工时', isNumber: true, of: ({ workHours }) => `${formatNumber(workHours, 1)} h` },
      { title: '备注', of: ({ remark }) => remark || EMPTY },
    ]}
  />
)

export const OutagesOnPaper = ({
  title,
  rows,
  total,
  byParty,
}: OrderOnPaper['outages'] & { title: string }) => (
  <PaperTable
    title={title}
    fact={
      rows.length === 0
        ? undefined
        : [
            `损失 ${formatNumber(total.lostKwh, 1)} kWh，${yuan(total.lostYuan)}`,
            ...byParty.map(({ partyName, lostYuan }) => `${partyName} ${yuan(lostYuan)}`),
          ].join('；')
    }
    rows={rows}
    columns={[
      { title: '停机对象', isName: true, of: ({ name }) => name },
      { title: '类别', of: ({ categoryName }) => categoryName },
      { title: '责任方', of: ({ partyName }) => partyName },
      { title: '停机', isShort: true, of: ({ fromTime }) => formatMinute(fromTime) },
      {
        title: '恢复',
        isShort: true,
        of: ({ untilTime }) => (untilTime === null ? '停机中' : formatMinute(untilTime)),
      },
      {
        title: '停运 kWp',
        isNumber: true,
        of: ({ capacityKwp, share }) => formatNumber(capacityKwp * (share / 100), 1),
      },
      { title: '损失 kWh', isNumber: true, of: ({ lostKwh }) => formatNumber(lostKwh, 1) },
      { title: '损失（元）', isNumber: true, of: ({ lostYuan }) => formatAmount(lostYuan) },
    ]}
  />
)

export const CleaningOnPaper = ({
  title,
  zones,
  cap,
  benefit,
}: NonNullable<OrderOnPaper['cleaning']> & { title: string }) => (
  <>
    <PaperTable
      title={title}
      fact={`已洗 ${formatCapacity(cap.coveredKwp)} / ${formatCapacity(cap.capacityKwp)}`}
      rows={zones}
      columns={[
        { title: '区域', isName: true, of: ({ areaName }) => areaName },
        { title: '状态', isShort: true, of: ({ stateName }) => stateName },
        { title: '容量', isNumber: true, of: ({ capacityKwp }) => formatCapacity(capacityKwp) },
        {
          title: '方式',
          of: ({ methodName, contractor }) => [methodName, contractor].filter(Boolean).join(' · '),
        },
        { title: '日期', isShort: true, of: ({ cleanedOn }) => formatDay(cleanedOn) },
        { title: '洗前 SR', isNumber: true, of: ({ srBefore }) => percent(srBefore) },
        { title: '洗后 SR', isNumber: true, of: ({ srAfter }) => percent(srAfter) },
        { title: '费用（元）', isNumber: true, of: ({ cost }) => formatAmount(cost) },
      ]}
    />
    {benefit && <BenefitOnPaper benefit={benefit} />}
  </>
)

/** As it was accepted, otherwise by the tariffs and settings of now. */
function BenefitOnPaper({ benefit: { estimate, accepted } }: { benefit: Benefit }) {
  const { inputs, outcome } = accepted ?? estimate
  return (
    <PaperFacts
      title={accepted ? `清洗效益（验收时核定，${formatMinute(accepted.acceptedTime)}）` : '清洗效益（测算）'}
      facts={[
        { label: '增发电量', value: `${formatNumber(outcome.energyKwh, 1)} kWh` },
        { label: '增发收入', value: yuan(outcome.income) },
        { label: '清洗费用', value: yuan(inputs.cost) },
        { label: '净收益', value: yuan(outcome.profit) },
      ]}
    />
  )
}

export const ExtensionsOnPaper = ({ title, rows }: Titled<OrderDetail['extensionList']>) => (
  <PaperTable
    title={title}
    rows={rows.toReversed()}
    columns={[
      { title: '申请人', of: ({ applyUserName }) => applyUserName },
      { title: '申请时间', isShort: true, of: ({ applyTime }) => formatMinute(applyTime) },
      { title: '原计划结束', isShort: true, of: ({ oldPlanEndTime }) => formatMinute(oldPlanEndTime) },
      { title: '延期至', isShort: true, of: ({ planEndTime }) => formatMinute(planEndTime) },
      { title: '原因', of: ({ reason }) => reason },
      {
        title: '结论',
        of: ({ status, auditUserName, auditOpinion }) =>
          [extensionStates[status], auditUserName, auditOpinion].filter(Boolean).join(' '),
      },
    ]}
  />
)

export const FieldRecordsOnPaper = ({ title, rows }: Titled<OrderOnPaper['fieldRecords']>) => (
  <PaperTable
    title={title}
    rows={rows.toReversed()}
    columns={[
      { title: '填写人', of: ({ authorName }) => authorName },
      { title: '完成时间', isShort: true, of: ({ doneTime }) => formatMinute(doneTime) },
      { title: '送达时间', isShort: true, of: ({ arrivalTime }) => formatMinute(arrivalTime) },
      {
        title: '内容',
        of: ({ actName, lines }) =>
          [actName, ...lines.map(({ label, text }) => `${label}：${text}`)].join('；'),
      },
      { title: '说明', of: ({ why }) => why },
    ]}
  />
)

/** What happened to the order, in order. */
export const HistoryOnPaper = ({ events }: { events: OrderOnPaper['history'] }) => (
  <PaperTable
    title="办理记录"
    rows={events.toReversed()}
    columns={[
      { title: '时间', isShort: true, of: ({ at, doneTime }) => formatMinute(doneTime ?? at) },
      { title: '操作', isShort: true, of: ({ actionName }) => actionName },
      { title: '办理人', of: ({ actorName }) => actorName },
      { title: '说明', of: ({ note }) => note || EMPTY },
    ]}
  />
)
