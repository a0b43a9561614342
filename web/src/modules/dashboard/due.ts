import dayjs from 'dayjs'
import { formatNumber } from '../../kit/format.ts'

export type Due = { text: string; tone: 'err' | 'undo' | 't3' }

/** The remaining time as lists show it: 超时 2.0 h, 剩 1.2 时, 今天, 明天, 11-24. */
export function dueOf({
  planEndTime,
  hoursLeft,
}: {
  planEndTime: string | null
  hoursLeft: number | null
}): Due | null {
  if (planEndTime === null || hoursLeft === null) return null
  if (hoursLeft < 0) return { text: `超时 ${formatLate(-hoursLeft)}`, tone: 'err' }
  if (hoursLeft < 2) return { text: `剩 ${formatNumber(hoursLeft, 1)} 时`, tone: 'undo' }
  const now = dayjs(planEndTime).subtract(hoursLeft, 'hour')
  const days = dayjs(planEndTime).startOf('day').diff(now.startOf('day'), 'day')
  if (days === 0) return { text: '今天', tone: 't3' }
  if (days === 1) return { text: '明天', tone: 't3' }
  return { text: planEndTime.slice(planEndTime.startsWith(now.format('YYYY-')) ? 5 : 0, 10), tone: 't3' }
}

/** Hours, or days for long delays. */
export function formatLate(hours: number): string {
  return hours < 100 ? `${formatNumber(hours, 1)} h` : `${formatNumber(hours / 24)} 天`
}
