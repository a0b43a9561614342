import type { Input, Output } from '@heliodesk/contract/call.ts'
import { limitsOf, type ConditionRule, type Course } from '@heliodesk/contract/cycle-conditions.ts'
import { nextDues } from '@heliodesk/contract/cycle-days.ts'
import type { inspectionCycleCalls } from '@heliodesk/contract/inspection-cycles.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { readCalendar } from '../calendar/index.ts'
import { counted, devicesOfLegs, knownOf, nextReached, type Standing } from './counting.ts'
import { calendarRuleOf, placed, worksBy } from './rows.ts'

type Call = (typeof inspectionCycleCalls)['preview']
type Place = { psId: string; psName: string; deviceIds: string[] | null; last: string; isFirst: boolean }

/** Where a cycle is counted: the first plan with it, at a station where one is given; and since when. */
async function placeOf(ctx: Ctx, { psId, cycleId }: Input<Call>, today: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    with plan as (
      select p.id, l.version_no, l.station_id, (
        select max(v.from_day) - 1 from inspection_plan_version v
        where v.tenant_id = p.tenant_id and v.plan_id = p.id and v.state = 'effective' and v.from_day <= ${today}::date
      ) as before, (
        select max(d.due_on) from inspection_due d
        where d.tenant_id = p.tenant_id and d.plan_id = p.id and d.due_on <= ${today}::date) as due
      from inspection_plan p
      join inspection_plan_leg l on l.tenant_id = p.tenant_id and l.plan_id = p.id
      where p.cycle_id = ${cycleId ?? null} and (${psId ?? null}::bigint is null or l.station_id = ${psId ?? null})
      order by p.state = 'effective' desc, p.id, l.version_no desc, l.no limit 1
    )
    select s.id as "psId", s.name as "psName",
      case when plan.id is not null then ${devicesOfLegs(sql`
        select x.station_id, x.space_ids, x.device_ids from inspection_plan_leg x
        where x.plan_id = plan.id and x.version_no = plan.version_no and x.station_id = s.id`)} end as "deviceIds",
      coalesce(greatest(plan.due, plan.before), ${today}::date)::text as last,
      coalesce(plan.due < plan.before, plan.due is null) as "isFirst"
    from station s left join plan on plan.station_id = s.id
    where ${visibleStations(ctx.who, 's')} and s.id = coalesce(${psId ?? null}::bigint, (select station_id from plan))
    limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

const NEXT = 6

/** The next times of a cycle as it is being edited, and where its counts stand. */
export async function previewCycle(ctx: Ctx, input: Input<Call>): Promise<Output<Call>> {
  const calendar = await readCalendar(ctx.db)
  const works = worksBy(calendar)
  const today = toWireDay(ctx.now, calendar.zone)
  const calendarRule = calendarRuleOf(input.rule)
  if (calendarRule) {
    const segment = { rule: calendarRule, holidays: input.holidays, start: input.from ?? today, end: null }
    const dues = nextDues([segment], today, NEXT, works)
    return {
      dues: dues.map(({ day, nominal }) => ({ day, nominal, by: null, isEstimate: false })),
      standing: null,
    }
  }
  const { condition } = input.rule
  const place = await placeOf(ctx, input, today)
  if (!condition || !place) return { dues: [], standing: null }
  const { psId: stationId, deviceIds, last } = place
  const known = await knownOf(ctx.db, condition, { stationId, deviceIds }, last, {
    today,
    zone: calendar.zone,
  })
  const dues = nextReached(condition, last, known, NEXT).map(({ day, ...each }) => ({
    day: placed(day, input.holidays, works),
    nominal: day,
    ...each,
  }))
  return { dues, standing: standingOf(condition, place, known) }
}

function standingOf(rule: ConditionRule, place: Place, known: Standing): Output<Call>['standing'] {
  const { psName, deviceIds, last, isFirst } = place
  const { today } = known
  const { course } = counted(rule, last, known)
  const limits = Object.entries(limitsOf(rule)).flatMap(([measure, limit]) =>
    limit === null ? [] : [{ measure: measure as keyof Course['counted'], limit }],
  )
  const soFar = course.findLast(({ day }) => day <= today)
  const daily = {
    energy: known.energy.expected(today),
    hours: known.hours.reduce<number | null>((most, tally) => greater(most, tally.expected(today)), null),
    alarms: known.alarms.expected(today),
  }
  return {
    psName,
    deviceCount: deviceIds?.length ?? null,
    last,
    isFirst,
    today,
    counts: limits.map(({ measure, limit }) => ({
      measure,
      limit,
      counted: soFar?.counted[measure] ?? 0,
      daily: daily[measure],
      missing: known.missing(measure, last),
    })),
    course: course.map(({ day, counted: at, isEstimate }) => ({
      day,
      share: Math.max(0, ...limits.map(({ measure, limit }) => at[measure] / limit)),
      isEstimate,
    })),
  }
}

const greater = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
