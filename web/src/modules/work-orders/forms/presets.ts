import { timesAhead } from '../../../kit/time-presets.ts'
import dayjs, { type Dayjs } from 'dayjs'
import { latestExtension, type ExtensionLimits } from '@heliodesk/contract/extension-rules.ts'
import { formatTime, WIRE_TIME } from '../../../kit/format.ts'
import type { Order, OrderDetail } from '../order.ts'

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

type Planned = Pick<
  Order,
  'planStartTime' | 'planEndTime' | 'realStartTime' | 'createTime' | 'defectLevel' | 'impCommitTime'
>

/** The latest end that an extension of the order may ask for. */
export function latestEndOf(
  order: Planned,
  extensions: OrderDetail['extensionList'],
  limits: ExtensionLimits,
): Dayjs {
  // A graded order from its entry to the limit of its grade.
  if (order.defectLevel && order.impCommitTime)
    return dayjs(
      latestExtension(dayjs(order.createTime).valueOf(), dayjs(order.impCommitTime).valueOf(), limits),
    )
  const from = dayjs(order.planStartTime ?? order.realStartTime ?? order.createTime)
  const first = extensions.findLast(({ status }) => status === 'completed')
  const end = dayjs(first?.oldPlanEndTime ?? order.planEndTime)
  return dayjs(latestExtension(from.valueOf(), end.valueOf(), limits))
}

const DAYS_LATER = [1, 2, 3, 7]

/** Ends some days after the present one, and the latest that is allowed. */
export function laterEnds({ planEndTime }: Pick<Order, 'planEndTime'>, latest: Dayjs, now: Dayjs): Preset[] {
  const later = DAYS_LATER.map((days) => ({
    title: `推迟 ${days} 天`,
    at: dayjs(planEndTime).add(days, 'day'),
  }))
  const last = { title: `最晚 ${formatTime(latest.format(WIRE_TIME), now)}`, at: latest.second(0) }
  const offered =
    latest.isAfter(planEndTime) && !later.some(({ at }) => at.isSame(last.at)) ? [...later, last] : later
  return offered.map(({ title, at }) => ({
    title,
    at: at.format(WIRE_TIME),
    refusal: at.isAfter(latest) ? '超过总时长上限' : at.isAfter(now) ? null : '早于现在',
  }))
}
