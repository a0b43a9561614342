import {
  duesOf,
  later,
  nextDues,
  nextMaking,
  toMake,
  type CatchUp,
  type HolidayRule,
  type Segment,
} from '@heliodesk/contract/cycle-days.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import type { CycleRule } from '@heliodesk/contract/inspection-cycles.ts'
import type { AbnormalRule } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'
import type { WorkCalendar } from '../calendar/index.ts'
import {
  calendarRuleOf,
  devicesOfLegs,
  knownOf,
  nextReached,
  placed,
  withoutForetoldAlarms,
  worksBy,
} from '../inspection-cycles/index.ts'

/** A version of a plan that counts, or did, with its cycle as it is now. */
export type PlanVersion = {
  no: number
  fromDay: string
  untilDay: string | null
  holidays: HolidayRule
  leadDays: number
  abnormal: AbnormalRule
  rule: CycleRule
  beginTime: string
  endTime: string
  deadlineDays: number
  catchUp: CatchUp
  /** Of the first leg: a cycle by conditions has one station. */
  stationId: string | null
  /** The devices that the legs name, or those of their spaces; null where one is for the whole station. */
  deviceIds: string[] | null
}

export type Course = {
  id: string
  stopOn: string | null
  /** The last day for which an order was made. */
  lastDue: string | null
  /** In their order. */
  versions: PlanVersion[]
}

export type PlanDue = { day: string; nominal: string; version: PlanVersion; isEstimate: boolean }

/** The courses of plans in effect. */
export async function coursesOf(db: Db, planIds: readonly string[]): Promise<Course[]> {
  const { rows } = await sql<Course>`
    select p.id, p.stop_on::text as "stopOn", (
        select max(d.due_on)::text from inspection_due d where d.tenant_id = p.tenant_id and d.plan_id = p.id) as "lastDue",
      coalesce((
        select jsonb_agg(jsonb_build_object('no', v.no, 'fromDay', v.from_day, 'untilDay', v.until_day,
          'holidays', v.holidays, 'leadDays', v.lead_days, 'abnormal', v.abnormal, 'rule', c.rule, 'beginTime', to_char(c.begin_time, 'HH24:MI'),
          'endTime', to_char(c.end_time, 'HH24:MI'), 'deadlineDays', c.deadline_days, 'catchUp', c.catch_up,
          'stationId', (
            select l.station_id::text from inspection_plan_leg l
            where l.tenant_id = v.tenant_id and l.plan_id = v.plan_id and l.version_no = v.no order by l.no limit 1),
          'deviceIds', ${devicesOfLegs(sql`
            select x.station_id, x.space_ids, x.device_ids from inspection_plan_leg x
            where x.tenant_id = v.tenant_id and x.plan_id = v.plan_id and x.version_no = v.no`)})
          order by v.no)
        from inspection_plan_version v
        join inspection_cycle c on c.tenant_id = v.tenant_id and c.id = v.cycle_id
        where v.tenant_id = p.tenant_id and v.plan_id = p.id and v.state = 'effective'), '[]') as versions
    from inspection_plan p where p.id = any(${planIds}::bigint[]) order by p.id`.execute(db)
  return rows
}

const ended = { every: 'days', days: 1000 } as const

/** A version by conditions names no days of the calendar: its segment is empty. */
function segmentOf({ rule, holidays, fromDay, untilDay }: PlanVersion): Segment {
  const calendarRule = calendarRuleOf(rule)
  if (calendarRule) return { rule: calendarRule, holidays, start: fromDay, end: untilDay }
  return { rule: ended, holidays: 'keep', start: fromDay, end: dayAfter(fromDay, -1) }
}

const currentAt = (versions: readonly PlanVersion[], today: string): PlanVersion | undefined =>
  versions.findLast(({ fromDay }) => fromDay <= today) ?? versions[0]

export type Making = {
  dues: PlanDue[]
  /** The next due day from today on. */
  next: PlanDue | null
  /** When this has to be asked again; null for never. */
  makeOn: string | null
}

/** What is to be made of a plan on a day, and when more will be. */
export class Maker {
  readonly #db: Db
  readonly #today: string
  readonly #zone: string
  readonly #works: (day: string) => boolean
  /** Many plans share a cycle, whose days are the same for all. */
  readonly #known = new Map<string, ReturnType<typeof toMake>>()
  readonly #nexts = new Map<string, string | null>()
  readonly #firsts = new Map<string, ReturnType<typeof nextDues>>()

  constructor(db: Db, today: string, calendar: WorkCalendar) {
    this.#db = db
    this.#today = today
    this.#zone = calendar.zone
    const days = new Map<string, boolean>()
    const works = worksBy(calendar)
    this.#works = (day) => {
      const known = days.get(day)
      if (known !== undefined) return known
      days.set(day, works(day))
      return works(day)
    }
  }

  async making(course: Course): Promise<Making> {
    const { versions, stopOn, lastDue } = course
    const current = currentAt(versions, this.#today)
    if (!current || (stopOn !== null && stopOn <= this.#today)) return { dues: [], next: null, makeOn: null }
    const making = current.rule.condition
      ? await this.#byCondition(current, lastDue)
      : this.#byCalendar(versions, current)
    const isGoingOn = ({ day }: PlanDue) => stopOn === null || day < stopOn
    const next = making.next && isGoingOn(making.next) ? making.next : null
    return { ...making, dues: making.dues.filter(isGoingOn), next }
  }

  #byCalendar(versions: readonly PlanVersion[], current: PlanVersion): Making {
    const { leadDays: lead, catchUp } = current
    const segments = versions.map(segmentOf)
    const key = JSON.stringify([segments, lead, catchUp])
    const [today, works] = [this.#today, this.#works]
    const made = remembered(this.#known, key, () => toMake(segments, today, { lead, catchUp }, works))
    const more = remembered(this.#nexts, key, () => nextMaking(segments, today, lead, works))
    const [first] = remembered(this.#firsts, key, () => nextDues(segments, today, 1, works))
    const dueOf = (due: { day: string; nominal: string; segment?: number }): PlanDue => ({
      day: due.day,
      nominal: due.nominal,
      version: versions[due.segment ?? 0] ?? current,
      isEstimate: false,
    })
    // The next day is told anew once it has passed, and a version that begins may be made further ahead.
    const begins = versions.map(({ fromDay }) => fromDay).find((day) => day > today)
    const again = [more, first ? dayAfter(first.day) : null, begins ?? null].filter((day) => day !== null)
    return {
      dues: made.map(dueOf),
      next: first ? dueOf(first) : null,
      makeOn: again.toSorted()[0] ?? null,
    }
  }

  /** One order after the other: the next one counts from the day of the last. It is looked at every day. */
  async #byCondition(version: PlanVersion, lastDue: string | null): Promise<Making> {
    const { rule, fromDay, untilDay, stationId, deviceIds, holidays, leadDays } = version
    const [today, zone] = [this.#today, this.#zone]
    const before = dayAfter(fromDay, -1)
    const last = lastDue === null ? before : later(lastDue, before)
    const makeOn = untilDay !== null && untilDay < today ? null : dayAfter(today)
    if (!rule.condition || stationId === null || last >= today) {
      const waiting = last >= today ? { day: last, nominal: last, version, isEstimate: false } : null
      return { dues: [], next: waiting, makeOn }
    }
    const { condition } = rule
    const known = await knownOf(this.#db, condition, { stationId, deviceIds }, last, { today, zone })
    const dueBy = (what: typeof known): PlanDue[] =>
      nextReached(condition, last, what, 1).flatMap(({ day: reached, isEstimate }) => {
        // What was reached without being noticed is due today.
        const day = later(placed(reached, holidays, this.#works), today)
        return untilDay !== null && day > untilDay ? [] : [{ day, nominal: day, version, isEstimate }]
      })
    const dues = dueBy(withoutForetoldAlarms(known)).filter(({ day }) => day <= dayAfter(today, leadDays))
    return { dues, next: dues[0] ?? dueBy(known)[0] ?? null, makeOn }
  }

  /** The due days of a stretch of time, for lists and calendars. */
  between({ versions, stopOn }: Course, begin: string, end: string): PlanDue[] {
    const found = duesOf(versions.map(segmentOf), begin, end, this.#works)
    return found.flatMap(({ segment, ...due }) => {
      const version = versions[segment]
      if (!version || (stopOn !== null && due.day >= stopOn)) return []
      return [{ ...due, version, isEstimate: false }]
    })
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const had = known.get(key)
  if (had !== undefined || known.has(key)) return had as Value
  const value = find()
  known.set(key, value)
  return value
}
