import { dayAfter } from './days.ts'

/** What is counted since the last time. */
export const measures = {
  energy: { title: '发电量', unit: 'kWh' },
  hours: { title: '运行小时', unit: '小时' },
  alarms: { title: '告警次数', unit: '次' },
} as const
export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as [Measure, ...Measure[]]

/** When a cycle comes round by what was measured since the last time: whichever comes first. */
export type ConditionRule = {
  /** Energy of the station at the meter. */
  kwh: number | null
  /** Hours in which the station, or one of the plan's devices, gave power. */
  hours: number | null
  alarms: number | null
  days: number | null
  /** Not before so many days, whatever was measured. */
  leastDays: number
  /** A day with so much rain, in mm, begins the count of the energy anew; null where rain does not matter. */
  rain: number | null
}

export const limitsOf = ({ kwh, hours, alarms }: ConditionRule): Record<Measure, number | null> => ({
  energy: kwh,
  hours,
  alarms,
})

/** Something that is counted by days. */
export type Tally = {
  /** Null where nobody has measured it. */
  measured: (day: string) => number | null
  /** What a day is expected to have; null where nothing can be told. */
  expected: (day: string) => number | null
}

export type Known = {
  today: string
  energy: Tally
  rain: (day: string) => number | null
  /** Of the station, or of each device of the plan: the first one decides. */
  hours: readonly Tally[]
  alarms: Tally
}

/** What decides: what is counted, or the days. */
export type Cause = Measure | 'days'

export type Reached = {
  day: string
  by: Cause
  /** Whether days that nobody has measured count, or the day is still to come. */
  isEstimate: boolean
}

/** Where the counts are at the end of a day. */
export type Course = { day: string; counted: Record<Measure, number>; isEstimate: boolean }

/** Nothing is foretold for longer. */
const MOST_DAYS = 366 * 3

/** Sums of fractions are a little less than they should be. */
const CLOSE = 1e-6

/** `isKnown`: that it is reached, or where it stands, is no estimate. */
type Counter = { measure: Measure; limit: number; tally: Tally; counted: number; isKnown: boolean }

const isReached = ({ counted, limit }: Counter): boolean => counted >= limit - CLOSE

function countersOf(rule: ConditionRule, known: Known): Counter[] {
  const tallies = { energy: [known.energy], hours: known.hours, alarms: [known.alarms] }
  const limits = limitsOf(rule)
  return measureNames.flatMap((measure) => {
    const limit = limits[measure]
    return limit === null
      ? []
      : tallies[measure].map((tally) => ({ measure, limit, tally, counted: 0, isKnown: true }))
  })
}

/**
 * What a day adds. Energy that nobody has measured is the expected one, because a meter counts on. Of running hours and
 * alarms only what was reported counts: a gap is neither time at rest nor time at work.
 */
function addedOn(
  day: string,
  { measure, tally }: Counter,
  today: string,
): { amount: number | null; isSure: boolean } {
  const measured = day <= today ? tally.measured(day) : null
  if (measured !== null) return { amount: measured, isSure: true }
  if (measure !== 'energy' && day <= today) return { amount: 0, isSure: true }
  return { amount: tally.expected(day), isSure: false }
}

/** How the counts go on from the day after `last` until one is reached, or for `MOST_DAYS`. */
export function* courseOf(
  rule: ConditionRule,
  last: string,
  known: Known,
): Generator<Course, Reached | null> {
  const { days, leastDays, rain } = rule
  const counters = countersOf(rule, known)
  let isEstimate = false
  for (let since = 1; since <= MOST_DAYS; since++) {
    const day = dayAfter(last, since)
    let isOpen = days !== null || day <= known.today
    for (const counter of counters) {
      if (counter.measure === 'energy' && rain !== null && (known.rain(day) ?? 0) >= rain) {
        counter.counted = 0
        isOpen = true
        continue
      }
      const { amount, isSure } = addedOn(day, counter, known.today)
      const mayBeginAnew = counter.measure === 'energy' && rain !== null
      counter.isKnown &&= isSure || (isReached(counter) && !mayBeginAnew)
      counter.counted += amount ?? 0
      // What was reached early only waits for the least number of days.
      isOpen ||= amount !== null || isReached(counter)
      isEstimate ||= !isSure
    }
    // Nothing more can be told.
    if (!isOpen) return null
    const counted = { energy: 0, hours: 0, alarms: 0 }
    for (const each of counters) counted[each.measure] = Math.max(counted[each.measure], each.counted)
    yield { day, counted, isEstimate }
    if (since < leastDays) continue
    const first = counters.find(isReached)
    const isCertain = since === leastDays && counters.some((each) => isReached(each) && each.isKnown)
    if (first) return { day, by: first.measure, isEstimate: isEstimate && !isCertain }
    // That the counts were not reached before is only an estimate, where they are.
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
