import { DAY, executorsOf, HOUR, planOf, startOfDay, type OrderBar, type Plan } from './plan-time.ts'

/** The company's settings for plans, in hours. */
export type Limits = {
  /** What one person works on a day. */
  dayHours: number
  /** A longer plan is a time within which the work is done beside other work. */
  bookingHours: number
}

/** Whether a plan takes up the time of its people. */
export const books = ({ start, end }: Plan, { bookingHours }: Limits): boolean =>
  end - start <= bookingHours * HOUR

/** What a plan covers of a day, in milliseconds. */
const coveredOf = ({ start, end }: Plan, day: number): number =>
  Math.max(0, Math.min(end, day + DAY) - Math.max(start, day))

/** Hours that an order books of a person on each of these days: what its plan covers, at most a day's work. */
export const bookedHours = (plan: Plan, days: readonly string[], { dayHours }: Limits): number[] =>
  days.map((day) => Math.min(dayHours, coveredOf(plan, startOfDay(day)) / HOUR))

export type Load = {
  /** Booked of each day. */
  hours: readonly number[]
  /** Orders that book nobody, because their plans are long. */
  long: number
}

/** The load of each person on these days; terminated orders are none. */
export function loadsOf(
  bars: readonly OrderBar[],
  days: readonly string[],
  limits: Limits,
): Map<string, Load> {
  const loads = new Map<string, Load>()
  for (const bar of bars) {
    if (bar.flowSts === 5) continue
    const plan = planOf(bar)
    const isLong = !books(plan, limits)
    const hours = isLong ? days.map(() => 0) : bookedHours(plan, days, limits)
    for (const person of executorsOf(bar)) {
      const before = loads.get(person)
      loads.set(person, {
        hours: before ? before.hours.map((each, at) => each + hours[at]!) : hours,
        long: (before?.long ?? 0) + Number(isLong),
      })
    }
  }
  return loads
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

/** 4 or 4.5. */
export const hoursText = (hours: number): string => String(Math.round(hours * 10) / 10)
