import type { DayKind } from '@heliodesk/contract/calendar.ts'
import { fromWireTime, toWireTime } from '../../kernel/wire-time.ts'

/** The special days of a company's years, and the time zone in which its days begin. */
export type WorkCalendar = {
  zone: string
  /** A year that is missing counts Monday to Friday. */
  years: ReadonlyMap<number, ReadonlyMap<string, DayKind>>
}

const DAY_MS = 86_400_000

const yearOf = (day: string): number => Number(day.slice(0, 4))

const isWeekend = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 === 0

const after = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** Whether people work on a day `YYYY-MM-DD`. */
export function isWorkingDay({ years }: WorkCalendar, day: string): boolean {
  const special = years.get(yearOf(day))?.get(day)
  return special === undefined ? !isWeekend(day) : special === 'work'
}

/**
 * The same time of day, as many working days later. What begins on a day off counts from the beginning of the next
 * working day: on a Saturday morning one working day ends with Monday, and not on Monday morning.
 */
export function addWorkingDays(calendar: WorkCalendar, from: Date, count: number): Date {
  const wire = toWireTime(from, calendar.zone)
  const today = wire.slice(0, 10)
  const isOff = !isWorkingDay(calendar, today)
  let day = today
  for (let left = isOff ? count + 1 : count; left > 0;) {
    day = after(day)
    if (isWorkingDay(calendar, day)) left -= 1
  }
  if (isOff) return fromWireTime(`${day} 00:00:00`, calendar.zone)
  const rest = from.getTime() % 1000
  return new Date(fromWireTime(`${day}${wire.slice(10)}`, calendar.zone).getTime() + rest)
}
