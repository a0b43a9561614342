import type { Dayjs } from 'dayjs'
import { WIRE_TIME } from '../../../kit/format.ts'
import { timesAhead } from '../../../kit/time-presets.ts'
import type { Order } from '../order.ts'

type Bounds = Pick<Order, 'planStartTime' | 'impCommitTime'>

export type Preset = {
  title: string
  /** In wire format. */
  at: string
  /** Why it cannot be chosen, or null. */
  refusal: string | null
}

/** The planned ends offered now; one before the planned start or after the promised end has a refusal. */
export const presetsFor = (order: Bounds, now: Dayjs): Preset[] =>
  timesAhead('end', now).map(({ title, at }) => ({
    title,
    at: at.format(WIRE_TIME),
    refusal: refusalOf(order, at),
  }))

function refusalOf({ planStartTime, impCommitTime }: Bounds, at: Dayjs): string | null {
  if (planStartTime && !at.isAfter(planStartTime)) return '早于计划开始时间'
  if (impCommitTime && at.isAfter(impCommitTime)) return '晚于承诺完成时间'
  return null
}
