import type { SpecialDay } from '@heliodesk/contract/calendar.ts'
import chineseDays from 'chinese-days'

const DAY_MS = 86_400_000

/**
 * The days on which a year differs from its weeks, weekends within a holiday included; null for a year that the library
 * does not know.
 */
export function statutoryDays(year: number): SpecialDay[] | null {
  const days: SpecialDay[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    // A weekday's name, or the holiday's: `Spring Festival,春节,4`.
    const { work, name } = chineseDays.getDayDetail(day)
    const holiday = name.split(',')[1]
    if (holiday !== undefined)
      days.push({ day, kind: work ? 'work' : 'off', name: work ? `${holiday}调休` : holiday })
  }
  return days.length === 0 ? null : days
}
