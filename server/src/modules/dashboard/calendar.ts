import { RECENT_DAYS, type DashboardPeriod } from '@heliodesk/contract/dashboard.ts'
import { toWireDay } from '../../kernel/wire-time.ts'

const DAY_MS = 86_400_000

/** The calendar day `days` later, both `YYYY-MM-DD`; a negative number goes back. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

export type Span = { begin: string; end: string }

/** The first and last day of the current day, month or year in the tenant's calendar. */
export function spanOf(period: DashboardPeriod, now: Date, zone: string): Span {
  const today = toWireDay(now, zone)
  const year = today.slice(0, 4)
  if (period === 'day') return { begin: today, end: today }
  if (period === 'year') return { begin: `${year}-01-01`, end: `${year}-12-31` }
  const month = today.slice(5, 7)
  const next = month === '12' ? `${Number(year) + 1}-01-01` : `${year}-${pad(Number(month) + 1)}-01`
  return { begin: `${year}-${month}-01`, end: daysAfter(next, -1) }
}

const pad = (month: number) => String(month).padStart(2, '0')

/** The recent days including today, and the same number of days before them. */
export function recentSpans(now: Date, zone: string): { recent: Span; before: Span } {
  const end = toWireDay(now, zone)
  const begin = daysAfter(end, 1 - RECENT_DAYS)
  return {
    recent: { begin, end },
    before: { begin: daysAfter(begin, -RECENT_DAYS), end: daysAfter(begin, -1) },
  }
}
