import { dayAfter, mondayOf, type Span } from '@heliodesk/contract/days.ts'
import { dayOf, startOfDay } from './plan-time.ts'

export const zooms = { day: '日', week: '双周', month: '月' } as const
export type Zoom = keyof typeof zooms

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

const dateOf = (day: string) => new Date(startOfDay(day))

export const weekdayOf = (day: string): string => `周${WEEKDAYS[dateOf(day).getUTCDay()]!}`

const firstOfMonth = (day: string, months = 0): string => {
  const date = dateOf(day)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10)
}

/** The period around a day: the day, two weeks from Monday on, or its month. */
export function periodOf(zoom: Zoom, day: string): Span {
  if (zoom === 'day') return { begin: day, end: day }
  if (zoom === 'week') return { begin: mondayOf(day), end: dayAfter(mondayOf(day), 13) }
  return { begin: firstOfMonth(day), end: dayAfter(firstOfMonth(day, 1), -1) }
}

/** The week of a day, and the whole weeks around its month. */
export const weekOf = (day: string): Span => ({ begin: mondayOf(day), end: dayAfter(mondayOf(day), 6) })
export const weeksOfMonth = (day: string): Span => ({
  begin: mondayOf(firstOfMonth(day)),
  end: dayAfter(mondayOf(dayAfter(firstOfMonth(day, 1), -1)), 6),
})

/** The day whose period is the next one, or the one before with -1. Two weeks move by one. */
export function shifted(zoom: Zoom, day: string, by: 1 | -1): string {
  if (zoom === 'day') return dayAfter(day, by)
  if (zoom === 'week') return dayAfter(mondayOf(day), 7 * by)
  return firstOfMonth(day, by)
}

const shortDay = (day: string) => `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`

export const monthTitle = (day: string): string => `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月`

export const titleOf = (zoom: Zoom, { begin, end }: Span): string =>
  zoom === 'month'
    ? monthTitle(begin)
    : zoom === 'day'
      ? `${shortDay(begin)} ${weekdayOf(begin)}`
      : `${shortDay(begin)} – ${shortDay(end)}`

export const weekTitle = ({ begin, end }: Span): string => `${shortDay(begin)} – ${shortDay(end)}`

export const dayTitle = (day: string): string => `${shortDay(day)} ${weekdayOf(day)}`

/** `YYYY-MM-DD` of the address, or the day itself. */
export const readDay = (text: string | null, otherwise: string): string =>
  text !== null &&
  /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(startOfDay(text)) &&
  dayOf(startOfDay(text)) === text
    ? text
    : otherwise
