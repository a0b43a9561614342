import { dayAfter, mondayOf } from '@heliodesk/contract/days.ts'
import { toWireDay, fromWireTime } from '../../kernel/wire-time.ts'

const HOUR_MS = 3_600_000

/** Today, the Monday of its week and the first of its month in the tenant's calendar, and when they begin. */
export function periodsOf(now: Date, zone: string) {
  const today = toWireDay(now, zone)
  const monday = mondayOf(today)
  const month = `${today.slice(0, 7)}-01`
  const begin = (day: string) => fromWireTime(`${day} 00:00:00`, zone)
  return {
    today,
    monday,
    month,
    dayBegin: begin(today),
    dayEnd: begin(dayAfter(today, 1)),
    weekBegin: begin(monday),
    weekEnd: begin(dayAfter(monday, 7)),
    monthBegin: begin(month),
  }
}

/** Hours from one moment to another, exact to 0.1. */
export const hoursBetween = (from: Date, to: Date): number =>
  Math.round(((to.getTime() - from.getTime()) / HOUR_MS) * 10) / 10

/** Hours past the planned end, at least 0.1; null if it is not past. */
export const lateBy = (planEndTime: Date | null, now: Date): number | null =>
  planEndTime && planEndTime < now ? Math.max(0.1, hoursBetween(planEndTime, now)) : null
