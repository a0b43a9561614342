import { DAY, executorsOf, HOUR, planOf, startOfDay, type OrderBar, type Plan } from './plan-time.ts'

/** What one person works on a day. */
export const DAY_HOURS = 8

/** What a plan covers of a day, in milliseconds. */
const coveredOf = ({ start, end }: Plan, day: number): number =>
  Math.max(0, Math.min(end, day + DAY) - Math.max(start, day))

/** Hours that an order books of a person on each of these days: what its plan covers, at most a day's work. */
export const bookedHours = (plan: Plan, days: readonly string[]): number[] =>
  days.map((day) => Math.min(DAY_HOURS, coveredOf(plan, startOfDay(day)) / HOUR))

/** The hours booked of each person on each of these days; terminated orders book nothing. */
export function loadsOf(bars: readonly OrderBar[], days: readonly string[]): Map<string, number[]> {
  const loads = new Map<string, number[]>()
  for (const bar of bars) {
    if (bar.flowSts === 5) continue
    const hours = bookedHours(planOf(bar), days)
    for (const person of executorsOf(bar)) {
      const before = loads.get(person)
      loads.set(person, before ? before.map((each, at) => each + hours[at]!) : hours)
    }
  }
  return loads
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

/** 4 or 4.5. */
export const hoursText = (hours: number): string => String(Math.round(hours * 10) / 10)
