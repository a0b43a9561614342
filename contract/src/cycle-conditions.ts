import { dayAfter } from './days.ts'

/** When a cycle comes round by what was measured since the last time: whichever comes first. */
export type ConditionRule = {
  /** Energy of the station at the meter. */
  kwh: number | null
  days: number | null
  /** Not before so many days, whatever was measured. */
  leastDays: number
  /** A day with so much rain, in mm, begins the count of the energy anew; null where rain does not matter. */
  rain: number | null
}

export type Measured = { kwh: number | null; rain: number | null }

/** What decides: the energy, or the days. */
export type Cause = 'days' | 'energy'

export type Reached = {
  day: string
  by: Cause
  /** Whether days that nobody has measured count, or the day is still to come. */
  isEstimate: boolean
}

/** Where the count is at the end of a day. */
export type Course = { day: string; kwh: number; isEstimate: boolean }

/** Nothing is foretold for longer. */
const MOST_DAYS = 366 * 3

/** How the count goes on from the day after `last` until it is reached, or `MOST_DAYS`. */
export function* courseOf(
  { kwh, days, leastDays, rain }: ConditionRule,
  last: string,
  measured: (day: string) => Measured | undefined,
  expected: (day: string) => number | null,
): Generator<Course, Reached | null> {
  let [counted, isEstimate] = [0, false]
  for (let since = 1; since <= MOST_DAYS; since++) {
    const day = dayAfter(last, since)
    const known = measured(day)
    if (kwh !== null) {
      if (rain !== null && (known?.rain ?? 0) >= rain) counted = 0
      else {
        const energy = known?.kwh ?? expected(day)
        if (energy === null && days === null) return null
        counted += energy ?? 0
        isEstimate ||= (known?.kwh ?? null) === null
      }
    }
    yield { day, kwh: counted, isEstimate }
    if (since < leastDays) continue
    if (kwh !== null && counted >= kwh) return { day, by: 'energy', isEstimate }
    // That the energy was not enough before is only an estimate, where it is one.
    if (days !== null && since >= days) return { day, by: 'days', isEstimate }
  }
  return null
}

/** When it is due next after `last`; null if that cannot be told. */
export function reachedAfter(...given: Parameters<typeof courseOf>): Reached | null {
  const course = courseOf(...given)
  for (;;) {
    const step = course.next()
    if (step.done) return step.value
  }
}
