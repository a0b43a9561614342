import { insuranceStages, stageOf } from '@heliodesk/contract/order-insurance.ts'
import type { ReactNode } from 'react'
import { formatCapacity, formatMinute, formatNumber } from '../../../kit/format.ts'
import { DetailLayout, type DetailField } from '../../../kit/DetailLayout.tsx'
import { DetailSkeleton } from '../../../kit/RecordDrawer.tsx'
import { useDictionary } from '../../../kit/use-dictionary.ts'
import { isWhole, type KnownOrder, type OrderDetail } from '../order.ts'
import { Cleaning } from '../cleaning/Cleaning.tsx'
import { Comments } from '../comments/Comments.tsx'
import { Outages } from '../outages/Outages.tsx'
import { Relations } from '../relations/Relations.tsx'
import { Extensions } from './Extensions.tsx'
import { showsSuggestion, type Section, type SectionKey } from './sections.ts'
import { DoneList, HoursTable, StepRows } from './WorkDone.tsx'

type DetailSectionsProps = { order: KnownOrder; sections: readonly Section[] }

export function DetailSections({ order, sections }: DetailSectionsProps) {
  const purchaseWays = useDictionary(order.purchasesWay ? 'purchasesWay' : null)
  const ways = Object.fromEntries(purchaseWays.map(({ value, label }) => [value, label]))
  return (
    <>
      {sections.map(({ key, title }) => (
        <SectionOf key={key} section={key} title={title} order={order} ways={ways} />
      ))}
      {!isWhole(order) && order.flowSts > 1 && <DetailSkeleton sections={[5, 3]} />}
    </>
  )
}

type SectionOfProps = { section: SectionKey; title: string; order: KnownOrder; ways: Record<string, string> }

function SectionOf({ section, title, order, ways }: SectionOfProps): ReactNode {
  const id = `order-${section}`
  switch (section) {
    case 'basic':
      return <DetailLayout id={id} title={title} items={basicFacts(order, ways)} />
    case 'device':
      return <DetailLayout id={id} title={title} items={deviceFacts(order)} />
    case 'generation':
      return <DetailLayout id={id} title={title} items={generationFacts(order)} />
    case 'tickets':
      return <DetailLayout id={id} title={title} items={ticketFacts(order)} />
    default:
      return isWhole(order) && <WorkSection section={section} id={id} title={title} order={order} />
  }
}

type WorkSectionProps = Omit<SectionOfProps, 'ways'> & { id: string; order: OrderDetail }

/** The sections about the work, which the row of the list does not tell. */
function WorkSection({ section, id, title, order }: WorkSectionProps): ReactNode {
  switch (section) {
    case 'prerequisites':
      return <DoneList id={id} title={title} list={order.prerequisiteList} />
    case 'execution':
      return <DetailLayout id={id} title={title} items={executionFacts(order)} />
    case 'cleaning':
      return <Cleaning id={id} title={title} order={order} />
    case 'steps':
      return (
        <StepRows
          id={id}
          title={title}
          steps={order.stepList}
          photos={order.photoList}
          open={order.flowSts === 2}
        />
      )
    case 'hours':
      return <HoursTable id={id} title={title} rows={order.workHoursList} />
    case 'outages':
      return <Outages id={id} title={title} order={order} />
    case 'extensions':
      return <Extensions id={id} title={title} rows={order.extensionList} />
    case 'insurance':
      return (
        order.insurance && (
          <DetailLayout
            id={id}
            title={title}
            fact={<span className="tag proc">{insuranceStages[stageOf(order.insurance)]}</span>}
            items={insuranceFacts(order.insurance)}
          />
        )
      )
    case 'termination':
      return <DetailLayout id={id} title={title} items={terminationFacts(order)} />
    case 'relations':
      return <Relations id={id} title={title} order={order} />
    case 'comments':
      return <Comments key={order.id} id={id} title={title} orderId={order.id} />
    default:
      return null
  }
}

const kwp = (value: number | null | undefined) => (typeof value === 'number' ? formatCapacity(value) : value)
const loss = (value: number) => (value > 0 ? `${formatNumber(value, 1)} kW` : null)

function basicFacts(order: KnownOrder, ways: Record<string, string>): DetailField[] {
  const late = order.flowSts < 4 && order.overHours !== null
  const end = formatMinute(order.planEndTime)
  return [
    { label: '项目', value: order.psaName },
    { label: '电站', value: order.psName },
    {
      label: '电站类型',
      value: [order.siteTypeLabel, kwp(order.capacityKwp)].filter(Boolean).join(' · '),
    },
    { label: '负责人', value: order.liablePerson },
    { label: '协作人', value: order.assistUserNames },
    { label: '运维班组', value: order.depName },
    { label: '计划开始', value: formatMinute(order.planStartTime) },
    { label: '计划结束', value: late ? <b className="err">{end}</b> : end },
    { label: '承诺完成', value: formatMinute(order.impCommitTime) },
    { label: '指派/接单', value: formatMinute(order.realStartTime) },
    { label: '创建时间', value: formatMinute(order.createTime) },
    { label: '报告人', value: order.reporterName },
    { label: '任务分类', value: order.taskCategoryLabel },
    { label: '任务子类', value: order.workSubclass },
    ...(order.defectLevelLabel ? [{ label: '缺陷等级', value: order.defectLevelLabel }] : []),
    {
      label: '来源',
      value: [order.opsSourceCategoryLabel, order.opsBusinessSourceLabel].filter(Boolean).join(' · '),
    },
    { label: '区域', value: order.areaName },
    ...(order.formLines ?? []).map(({ label, text }) => ({ label, value: text })),
    // Orders for the energy due show it with the generation.
    ...(order.taskType === 10 ? [] : [{ label: '损失功率', value: loss(order.lossPower) }]),
    ...(order.planCode ? [{ label: '关联任务', value: order.planCode }] : []),
    ...(order.ticketNo ? [{ label: '关联两票', value: order.ticketNo }] : []),
    ...(order.purchasesWay ? [{ label: '采购方式', value: order.purchasesWay, dictionary: ways }] : []),
    ...(order.flowEndTime ? [{ label: '关闭时间', value: formatMinute(order.flowEndTime) }] : []),
  ]
}

const deviceFacts = (order: KnownOrder): DetailField[] => [
  { label: '设备', value: order.deviceName },
  { label: '设备类型', value: order.deviceType },
  { label: '型号', value: order.deviceModel },
  { label: '厂家', value: order.deviceManufacturer },
]

const generationFacts = (order: KnownOrder): DetailField[] => [
  { label: '装机容量', value: kwp(order.capacityKwp) },
  { label: '损失功率', value: loss(order.lossPower) },
]

const ticketFacts = (order: KnownOrder): DetailField[] => [
  { label: '票号', value: order.ticketNo },
  { label: '票种', value: order.needTicket === 1 ? '工作票' : '操作票' },
]

const executionFacts = (order: OrderDetail): DetailField[] => [
  { label: '开始作业', value: formatMinute(order.workStartTime) },
  { label: '提交验收', value: formatMinute(order.submitTime) },
  { label: '验收人', value: order.checkerName },
  ...(order.scored
    ? [{ label: '评分', value: order.score === null ? null : `${formatNumber(order.score, 1)} 分` }]
    : []),
  { label: '执行情况', value: order.executionNote, span: 3 },
  ...(showsSuggestion(order) ? [{ label: '改进建议', value: order.suggestion, span: 3 as const }] : []),
]

const yuan = (amount: number | null) => (amount === null ? null : `${formatNumber(amount, 2)} 元`)

const insuranceFacts = (insured: NonNullable<OrderDetail['insurance']>): DetailField[] => [
  { label: '报案号', value: insured.reportNo },
  { label: '保险公司', value: insured.insurer },
  { label: '报案时间', value: formatMinute(insured.reportTime) },
  { label: '经办人', value: insured.handlerName },
  { label: '查勘时间', value: formatMinute(insured.surveyTime) },
  { label: '定损金额', value: yuan(insured.lossAmount) },
  { label: '赔付金额', value: yuan(insured.paidAmount) },
  { label: '赔付时间', value: formatMinute(insured.paidTime) },
  { label: '查勘情况', value: insured.surveyNote, span: 3 },
  { label: '备注', value: insured.remark, span: 3 },
]

const terminationFacts = (order: OrderDetail): DetailField[] => [
  { label: '终止时间', value: formatMinute(order.flowEndTime) },
  { label: '作废原因', value: order.terminateReason, span: 3 },
]
