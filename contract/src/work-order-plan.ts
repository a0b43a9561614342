import { z } from 'zod'
import { keyOf, named, text, time } from './fields.ts'

/** The planned time of an order. */
export const plannedTime = {
  planStartTime: named('计划开始时间', time),
  planEndTime: named('计划结束时间', time),
}

export const endsAfterStart = ({
  planStartTime,
  planEndTime,
}: {
  planStartTime?: string
  planEndTime?: string
}) => !planStartTime || !planEndTime || planEndTime > planStartTime
export const endTooEarly = { path: ['planEndTime'], message: '计划结束时间应晚于计划开始时间' }

/** A new planned time. */
export const rescheduleFields = {
  ...plannedTime,
  /** The sender knows the conflicts that do not refuse it. */
  confirmed: named('确认冲突', z.boolean().default(false)),
  note: named('改期说明', text(200).default('')),
}

const planConflictKinds = {
  station: '电站停用',
  promised: '晚于承诺',
  past: '早于现在',
  booked: '人员重叠',
} as const

/** What speaks against a planned time. */
export const planConflict = z
  .object({
    kind: keyOf(planConflictKinds),
    /** true for a rule; the others are accepted by whoever confirms them. */
    refuses: z.boolean(),
    text: z.string(),
    /** The other order, if the caller sees it. */
    orderId: z.string().nullable(),
  })
  .meta({ id: 'PlanConflict' })
