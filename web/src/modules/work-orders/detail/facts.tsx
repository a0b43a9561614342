import type { DetailField } from '../../../kit/DetailLayout.tsx'
import { formatCapacity, formatMinute, formatNumber } from '../../../kit/format.ts'
import type { KnownOrder, OrderDetail } from '../order.ts'
import { PlanLink } from './PlanLink.tsx'
import { showsSuggestion } from './sections.ts'

/** The labelled fields of an order, by section: in its detail and on paper. */

const kwp = (value: number | null | undefined) => (typeof value === 'number' ? formatCapacity(value) : value)
const loss = (value: number) => (value > 0 ? `${formatNumber(value, 1)} kWh/h` : null)

export function basicFacts(order: KnownOrder, ways: Record<string, string>): DetailField[] {
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
    ...(order.taskType === 10 ? [] : [{ label: '损失速率', value: loss(order.lossPower) }]),
    ...(order.planCode ? [{ label: '关联任务', value: <PlanLink planCode={order.planCode} /> }] : []),
    ...(order.ticketNo ? [{ label: '关联两票', value: order.ticketNo }] : []),
    ...(order.purchasesWay ? [{ label: '采购方式', value: order.purchasesWay, dictionary: ways }] : []),
    ...(order.flowEndTime ? [{ label: '关闭时间', value: formatMinute(order.flowEndTime) }] : []),
  ]
}

export const deviceFacts = (order: KnownOrder): DetailField[] => [
  { label: '设备', value: order.deviceName },
  { label: '设备类型', value: order.deviceType },
  { label: '型号', value: order.deviceModel },
  { label: '厂家', value: order.deviceManufacturer },
]

/** What the reporter of a defect told from a phone. */
export const reportFacts = ({
  reporterName,
  doneTime,
  latitude,
  longitude,
  marks,
}: NonNullable<OrderDetail['report']>): DetailField[] => [
  { label: '上报人', value: reporterName },
  { label: '上报时间', value: formatMinute(doneTime) },
  {
    label: '位置',
    value: latitude === null || longitude === null ? null : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
  },
  { label: '注明', value: marks.join('；') },
]

export const generationFacts = (order: KnownOrder): DetailField[] => [
  { label: '装机容量', value: kwp(order.capacityKwp) },
  { label: '损失速率', value: loss(order.lossPower) },
]

export const executionFacts = (order: OrderDetail): DetailField[] => [
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

export const insuranceFacts = (insured: NonNullable<OrderDetail['insurance']>): DetailField[] => [
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

export const terminationFacts = (order: OrderDetail): DetailField[] => [
  { label: '终止时间', value: formatMinute(order.flowEndTime) },
  { label: '作废原因', value: order.terminateReason, span: 3 },
]
