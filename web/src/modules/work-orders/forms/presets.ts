import dayjs, { type Dayjs } from 'dayjs'
import { WIRE_TIME } from '../../../kit/format.ts'
import type { Order } from '../order.ts'

export type Preset = {
  title: string
  /** In wire format. */
  at: string
  /** Why it cannot be chosen, or null. */
  refusal: string | null
}

const offered = [
  { title: '今天 18:00', days: 0, hour: 18 },
  { title: '明天 12:00', days: 1, hour: 12 },
  { title: '明天 18:00', days: 1, hour: 18 },
] as const

/** The planned ends offered now; one in the past, before the planned start or after the promised end has a refusal. */
export function presetsFor(order: Pick<Order, 'planStartTime' | 'impCommitTime'>, now: Dayjs): Preset[] {
  return offered.map(({ title, days, hour }) => {
    const at = now.add(days, 'day').hour(hour).minute(0).second(0).millisecond(0)
    return { title, at: at.format(WIRE_TIME), refusal: refusalOf(order, at, now) }
  })
}

function refusalOf(
  { planStartTime, impCommitTime }: Pick<Order, 'planStartTime' | 'impCommitTime'>,
  at: Dayjs,
  now: Dayjs,
): string | null {
  if (!at.isAfter(now)) return '已过'
  if (planStartTime && !at.isAfter(dayjs(planStartTime))) return '早于计划开始时间'
  if (impCommitTime && at.isAfter(dayjs(impCommitTime))) return '晚于承诺完成时间'
  return null
}
