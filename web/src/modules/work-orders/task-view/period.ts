import { DAY, dayOf, startOfDay } from './plan-time.ts'

export const zooms = { day: '日', week: '双周', month: '月' } as const
export type Zoom = keyof typeof zooms

export type Period = { begin: string; end: string }

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

const dateOf = (day: string) => new Date(startOfDay(day))

export const weekdayOf = (day: string): string => `周${WEEKDAYS[dateOf(day).getUTCDay()]!}`

export const dayAfter = (day: string, count = 1): string => dayOf(startOfDay(day) + count * DAY)

/** The Monday on or before a day. */
export const mondayOf = (day: string): string => dayAfter(day, -((dateOf(day).getUTCDay() + 6) % 7))

const firstOfMonth = (day: string, months = 0): string => {
  const date = dateOf(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

/** The period around a day: the day, two weeks from Monday on, or its month. */
export function periodOf(zoom: Zoom, day: string): Period {
  if (zoom === 'day') return { begin: day, end: day }
  if (zoom === 'week') return { begin: mondayOf(day), end: dayAfter(mondayOf(day), 13) }
  return { begin: firstOfMonth(day), end: dayAfter(firstOfMonth(day, 1), -1) }
}

/** The week of a day, and the whole weeks around its month. */
export const weekOf = (day: string): Period => ({ begin: mondayOf(day), end: dayAfter(mondayOf(day), 6) })
export const weeksOfMonth = (day: string): Period => ({
  begin: mondayOf(firstOfMonth(day)),
  end: dayAfter(mondayOf(dayAfter(firstOfMonth(day, 1), -1)), 6),
})

/** The day whose period is the next one, or the one before with -1. Two weeks move by one. */
export function shifted(zoom: Zoom, day: string, by: 1 | -1): string {
  if (zoom === 'day') return dayAfter(day, by)
  if (zoom === 'week') return dayAfter(mondayOf(day), 7 * by)
  return firstOfMonth(day, by)
}

export function daysOf({ begin, end }: Period): string[] {
  const count = Math.round((startOfDay(end) - startOfDay(begin)) / DAY) + 1
  return Array.from({ length: count }, (_, at) => dayAfter(begin, at))
}

const shortDay = (day: string) => `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`

export const monthTitle = (day: string): string => `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月`

export const titleOf = (zoom: Zoom, { begin, end }: Period): string =>
  zoom === 'month'
    ? monthTitle(begin)
    : zoom === 'day'
      ? `${shortDay(begin)} ${weekdayOf(begin)}`
      : `${shortDay(begin)} – ${shortDay(end)}`

export const weekTitle = ({ begin, end }: Period): string => `${shortDay(begin)} – ${shortDay(end)}`

export const dayTitle = (day: string): string => `${shortDay(day)} ${weekdayOf(day)}`

/** `YYYY-MM-DD` of the address, or the day itself. */
export const readDay = (text: string | null, otherwise: string): string =>
  text !== null &&
  /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(startOfDay(text)) &&
  dayOf(startOfDay(text)) === text
    ? text
    : otherwise
