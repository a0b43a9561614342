import {
  courseOf,
  type ConditionRule,
  type Course,
  type Measured,
  type Reached,
} from '@heliodesk/contract/cycle-conditions.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import { sql } from 'kysely'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'

/** The energy of a station as it was measured, and as it is expected of a day. */
export type Energy = {
  measured: (day: string) => Measured | undefined
  expected: (day: string) => number | null
  /** kWh of a day, on average, of the month of `day`. */
  through: string | null
}

const YEARS = 3

/** What is known of a station since a day; expected is the mean of the same month in the last three years, or of all. */
export async function energyOf(db: Db, stationId: string, since: string, today: string): Promise<Energy> {
  const { rows } = await sql<{ days: { day: string; kwh: number; rain: number | null }[] }>`
    select coalesce(jsonb_agg(jsonb_build_object('day', g.day, 'kwh', g.energy_kwh, 'rain', g.rain)), '[]') as days
    from station_generation g
    where g.station_id = ${stationId} and g.day > ${since}::date and g.day <= ${today}::date`.execute(db)
  const { rows: months } = await sql<{ month: number; mean: number }>`
    select extract(month from g.day)::int as month, avg(g.energy_kwh)::float8 as mean from station_generation g
    where g.station_id = ${stationId} and g.day > ${today}::date - ${sql.lit(YEARS * 366)} and g.day <= ${today}::date
    group by 1`.execute(db)
  const days = new Map(one(rows).days.map(({ day, ...each }) => [day, each]))
  const means = new Map(months.map(({ month, mean }) => [month, mean]))
  const all = months.length === 0 ? null : months.reduce((sum, { mean }) => sum + mean, 0) / months.length
  return {
    measured: (day) => days.get(day),
    expected: (day) => means.get(Number(day.slice(5, 7))) ?? all,
    through: [...days.keys()].toSorted().at(-1) ?? null,
  }
}

/** How a count goes on after `last`, and when it is reached. */
export function counted(
  rule: ConditionRule,
  last: string,
  { measured, expected }: Energy,
): { course: Course[]; reached: Reached | null } {
  const steps = courseOf(rule, last, measured, expected)
  const course: Course[] = []
  for (;;) {
    const step = steps.next()
    if (step.done) return { course, reached: step.value }
    course.push(step.value)
  }
}

/** The next `count` times after `last`; each one counts from the one before. */
export function nextReached(rule: ConditionRule, last: string, energy: Energy, count: number): Reached[] {
  const found: Reached[] = []
  for (let from = last; found.length < count;) {
    const { reached } = counted(rule, from, energy)
    if (!reached) break
    // Whatever follows what is foretold is foretold.
    found.push({ ...reached, isEstimate: reached.isEstimate || (found.at(-1)?.isEstimate ?? false) })
    from = reached.day
  }
  return found
}

/** The day before the first one that counts. */
export const dayBefore = (day: string): string => dayAfter(day, -1)
