import {
  courseOf,
  type ConditionRule,
  type Course,
  type Known,
  type Measure,
  type Reached,
  type Tally,
} from '@heliodesk/contract/cycle-conditions.ts'
import { dayAfter, daysOf } from '@heliodesk/contract/days.ts'
import { earlier } from '@heliodesk/contract/cycle-days.ts'
import { sql, type RawBuilder } from 'kysely'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { alarmsOf } from '../alarms/index.ts'
import { runningOf, type Running } from '../telemetry/index.ts'

/** What is counted: a station as a whole, or some of its devices. */
export type Subject = { stationId: string; deviceIds: readonly string[] | null }

/**
 * The devices that legs name, or that stand in the spaces that they name; null where one is for its station as a whole.
 * `legs` selects station_id, space_ids and device_ids.
 */
export const devicesOfLegs = (legs: RawBuilder<unknown>) => sql<string[] | null>`(
  select case when bool_or(l.space_ids = '{}' and l.device_ids = '{}') then null
    else coalesce(array_agg(distinct d.id::text) filter (where d.id is not null), '{}') end
  from (${legs}) l
  left join device d on d.station_id = l.station_id and d.status = '1'
    and (d.id = any(l.device_ids) or d.space_id = any(l.space_ids)))`

type Moment = { today: string; zone: string }

/** How far back the rate of running hours is looked for, and that of alarms, which are few. */
const RECENT_DAYS = 28
const RECENT_ALARM_DAYS = 90
/** Of reports: what few days had says nothing about alarms to come. */
const LEAST_ALARM_DAYS = 7
const YEARS = 3
/** A day that was measured for less than this part of the fullest one has a gap. */
const WHOLE = 0.9
const MINUTES = 60

const nothing: Tally = { measured: () => null, expected: () => null }

export type Standing = Known & {
  /** Days after `last`, and before today, without a figure or with a part of it. */
  missing: (measure: Measure, last: string) => number
}

/** What is known, since a day, of what a rule counts. */
export async function knownOf(
  db: Db,
  rule: ConditionRule,
  subject: Subject,
  since: string,
  moment: Moment,
): Promise<Standing> {
  const energy = rule.kwh === null ? null : await energyOf(db, subject.stationId, since, moment.today)
  const hours = rule.hours === null ? [] : await hoursOf(db, subject, since, moment)
  const alarms = rule.alarms === null ? nothing : await alarmTally(db, subject, since, moment)
  const has: Record<Measure, (day: string) => boolean> = {
    energy: (day) => energy !== null && energy.tally.measured(day) !== null,
    hours: (day) => hours.length > 0 && hours.every(({ isWhole }) => isWhole(day)),
    alarms: () => true,
  }
  return {
    today: moment.today,
    energy: energy?.tally ?? nothing,
    rain: energy?.rain ?? (() => null),
    hours,
    alarms,
    missing: (measure, last) =>
      daysOf({ begin: dayAfter(last), end: dayAfter(moment.today, -1) }).filter((day) => !has[measure](day))
        .length,
  }
}

/** The energy since a day; expected is the mean of the same month in the last three years, or of all. */
async function energyOf(db: Db, stationId: string, since: string, today: string) {
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
  const tally: Tally = {
    measured: (day) => days.get(day)?.kwh ?? null,
    expected: (day) => means.get(Number(day.slice(5, 7))) ?? all,
  }
  return { tally, rain: (day: string) => days.get(day)?.rain ?? null }
}

type HoursTally = Tally & { isWhole: (day: string) => boolean }

/** The running hours since a day; expected is the mean of the last days that were measured without a gap. */
async function hoursOf(
  db: Db,
  subject: Subject,
  since: string,
  { today, zone }: Moment,
): Promise<HoursTally[]> {
  const recent = dayAfter(today, -RECENT_DAYS - 1)
  const found = await runningOf(db, { ...subject, after: earlier(since, recent), until: today, zone })
  return found.map((days) => tallyOf(days, { recent, today }))
}

function tallyOf(days: Running, { recent, today }: { recent: string; today: string }): HoursTally {
  const fullest = Math.max(0, ...[...days.values()].map(({ measured }) => measured))
  const isWhole = (day: string) => (days.get(day)?.measured ?? 0) >= Math.max(1, fullest * WHOLE)
  const whole = [...days].filter(([day]) => day > recent && day < today && isWhole(day))
  const minutes = whole.reduce((sum, [, { running }]) => sum + running, 0)
  const daily = whole.length === 0 ? null : minutes / whole.length / MINUTES
  return {
    measured: (day) => {
      const known = days.get(day)
      return known ? known.running / MINUTES : null
    },
    expected: () => daily,
    isWhole,
  }
}

/** The alarms since a day; expected is what a day of the last ones had, since the first report. */
async function alarmTally(db: Db, subject: Subject, since: string, { today, zone }: Moment): Promise<Tally> {
  const recent = dayAfter(today, -RECENT_ALARM_DAYS - 1)
  const { on, firstDay } = await alarmsOf(db, {
    ...subject,
    after: earlier(since, recent),
    until: today,
    zone,
  })
  const begin = firstDay !== null && firstDay > recent ? firstDay : dayAfter(recent)
  const days = daysOf({ begin, end: dayAfter(today, -1) })
  const count = days.reduce((sum, day) => sum + (on.get(day) ?? 0), 0)
  const daily = firstDay === null || days.length < LEAST_ALARM_DAYS ? null : count / days.length
  return { measured: (day) => on.get(day) ?? null, expected: () => daily }
}

/** What is known without alarms that have not come: nobody is sent because of an alarm that is only expected. */
export const withoutForetoldAlarms = <K extends Known>(known: K): K => ({
  ...known,
  alarms: { ...known.alarms, expected: () => null },
})

/** How a count goes on after `last`, and when it is reached. */
export function counted(
  rule: ConditionRule,
  last: string,
  known: Known,
): { course: Course[]; reached: Reached | null } {
  const steps = courseOf(rule, last, known)
  const course: Course[] = []
  for (;;) {
    const step = steps.next()
    if (step.done) return { course, reached: step.value }
    course.push(step.value)
  }
}

/** The next `count` times after `last`; each one counts from the one before. */
export function nextReached(rule: ConditionRule, last: string, known: Known, count: number): Reached[] {
  const found: Reached[] = []
  for (let from = last; found.length < count;) {
    const { reached } = counted(rule, from, known)
    if (!reached) break
    // Whatever follows what is foretold is foretold.
    found.push({ ...reached, isEstimate: reached.isEstimate || (found.at(-1)?.isEstimate ?? false) })
    from = reached.day
  }
  return found
}
