import { z } from 'zod'
import { id, named, requiredText, text, time } from './fields.ts'
import type { FlowStatus } from './work-order-rules.ts'
import { ofColumn } from './data-columns.ts'

/** How far an insurance case has come (domain.md §3). */
export const insuranceStages = {
  reported: '已报案',
  surveyed: '已查勘',
  assessed: '已定损',
  paid: '已赔付',
} as const
export type InsuranceStage = keyof typeof insuranceStages

type Facts = { surveyTime?: string | null; lossAmount?: number | null; paidAmount?: number | null }

const isGiven = (value: unknown) => value !== null && value !== undefined

export const stageOf = ({ surveyTime, lossAmount, paidAmount }: Facts): InsuranceStage =>
  isGiven(paidAmount) ? 'paid' : isGiven(lossAmount) ? 'assessed' : surveyTime ? 'surveyed' : 'reported'

const amount = z
  .number()
  .min(0, '不能小于 0')
  .max(1_000_000_000, '不能大于 1000000000')
  .multipleOf(0.01, '最多两位小数')

export const insuranceFields = {
  reportNo: named('报案号', requiredText(40)),
  insurer: named('保险公司', text(50).default('')),
  reportTime: named('报案时间', time),
  handlerId: named('经办人', id),
  surveyTime: named('查勘时间', time.optional()),
  surveyNote: named('查勘情况', text(200).default('')),
  lossAmount: named('定损金额', amount.optional()),
  paidAmount: named('赔付金额', amount.optional()),
  paidTime: named('赔付时间', time.optional()),
  remark: named('备注', text(200).default('')),
}

type Fault = { field: string; message: string }
type Given = Facts & { reportTime?: string; paidTime?: string | undefined }

/** Each step comes after the one before it; reports the first that does not. */
export function stagesInOrder(given: Given, context: z.RefinementCtx): void {
  const fault = faultIn(given)
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message })
}

function faultIn({ reportTime, surveyTime, lossAmount, paidAmount, paidTime }: Given): Fault | null {
  if (surveyTime && reportTime && surveyTime < reportTime)
    return { field: 'surveyTime', message: '查勘时间不能早于报案时间' }
  if (isGiven(lossAmount) && !surveyTime)
    return { field: 'surveyTime', message: '填写定损金额前，请填写查勘时间' }
  if (isGiven(paidAmount) && !isGiven(lossAmount))
    return { field: 'lossAmount', message: '填写赔付金额前，请填写定损金额' }
  if (isGiven(paidAmount) !== isGiven(paidTime))
    return isGiven(paidAmount)
      ? { field: 'paidTime', message: '请填写赔付时间' }
      : { field: 'paidAmount', message: '请填写赔付金额' }
  if (paidTime && surveyTime && paidTime < surveyTime)
    return { field: 'paidTime', message: '赔付时间不能早于查勘时间' }
  return null
}

/** The insurance case of an order, as its detail shows it. */
export const orderInsurance = z.object({
  reportNo: z.string(),
  insurer: z.string(),
  reportTime: time,
  handlerId: z.string(),
  handlerName: z.string(),
  surveyTime: time.nullable(),
  surveyNote: z.string(),
  lossAmount: ofColumn('insurance', z.number().nullable()),
  paidAmount: ofColumn('insurance', z.number().nullable()),
  paidTime: time.nullable(),
  remark: z.string(),
})

/** The types of damage: faults, defects, emergencies. */
const DAMAGE: ReadonlySet<number> = new Set([7, 8, 15])

/** Why no insurance case can be recorded; a closed order may wait for its payment. */
export function insuranceRefusal({
  taskType,
  flowSts,
}: {
  taskType: number
  flowSts: FlowStatus
}): string | null {
  if (!DAMAGE.has(taskType)) return '只有故障、缺陷和抢修工单可以登记保险'
  return flowSts === 5 ? '工单已终止，不能登记保险' : null
}
