import type { Input, Output } from '@heliodesk/contract/call.ts'
import { nextDues, type DueDay } from '@heliodesk/contract/cycle-days.ts'
import { dayAfter, daysOf, monthsAfter, type Span } from '@heliodesk/contract/days.ts'
import type { CycleRule } from '@heliodesk/contract/inspection-cycles.ts'
import type { inspectionPlanCalls } from '@heliodesk/contract/inspection-plans.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { visibleOrders, visibleStations } from '../../kernel/scope.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { isWorkingDay, readCalendar, type WorkCalendar } from '../calendar/index.ts'
import {
  calendarRuleOf,
  devicesOfLegs,
  knownOf,
  nextReached,
  placed,
  worksBy,
  type Subject,
  visiblePlans,
} from '../inspection-cycles/index.ts'
import { coursesOf, Maker } from './course.ts'

type Call = (typeof inspectionPlanCalls)['preview']
type Asked = Input<Call>
type Answer = Output<Call>

const NEXT = 6
/** Of a working day, as long as nobody has agreed on other hours. */
const HOURS_A_DAY = 8

/** What the plan would be like in a month, by the planner that makes its orders. */
export async function previewPlan(ctx: Ctx, asked: Asked): Promise<Answer> {
  const calendar = await readCalendar(ctx.db)
  const today = toWireDay(ctx.now, calendar.zone)
  const begin = `${asked.month}-01`
  const month = { begin, end: dayAfter(monthsAfter(begin, 1), -1) }
  const stationIds = [...new Set(asked.legs.map(({ psId }) => psId))]
  const seen = await seenStations(ctx, stationIds)
  const { dues, next } = await duesOfDraft(ctx, asked, { calendar, today, month, stationId: seen[0] })
  const cap = daysOf(month).filter((day) => isWorkingDay(calendar, day)).length * HOURS_A_DAY
  return {
    today,
    dues,
    next,
    daysOff: daysOffIn(calendar, month),
    others: await othersIn(ctx, asked.planId ?? null, seen, { calendar, today, month }),
    orders: await ordersIn(ctx, seen, month, calendar.zone),
    ...(await loadsIn(ctx, asked, dues.length, { month, zone: calendar.zone, cap, stationId: seen[0] })),
  }
}

async function seenStations(ctx: Ctx, stationIds: readonly string[]): Promise<string[]> {
  if (stationIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('station as s')
    .select('s.id')
    .where('s.id', 'in', [...stationIds])
    .where(visibleStations(ctx.who, 's'))
    .execute()
  const seen = new Set(rows.map(({ id }) => id))
  return stationIds.filter((id) => seen.has(id))
}

type Frame = { calendar: WorkCalendar; today: string; month: Span }

async function duesOfDraft(
  { db }: Ctx,
  { cycleId, fromDay, untilDay, holidays, legs }: Asked,
  { calendar, today, month, stationId }: Frame & { stationId: string | undefined },
): Promise<Pick<Answer, 'dues' | 'next'>> {
  const cycle = await db
    .selectFrom('inspection_cycle')
    .select(sql<CycleRule>`rule`.as('rule'))
    .where('id', '=', cycleId)
    .executeTakeFirst()
  if (!cycle) throw new DomainError('plan.cycle', '周期（cycleId）：周期不存在，请重新选择')
  const works = worksBy(calendar)
  const isIn = ({ day }: { day: string }) => day >= month.begin && day <= month.end
  const rule = calendarRuleOf(cycle.rule)
  if (rule) {
    const segment = { rule, holidays, start: fromDay, end: untilDay }
    const exact = ({ day, nominal }: DueDay) => ({ day, nominal, isEstimate: false })
    const from = fromDay > today ? fromDay : today
    return {
      dues: nextDues([segment], month.begin, 40, works).filter(isIn).map(exact),
      next: nextDues([segment], from, NEXT, works).map(exact),
    }
  }
  if (!cycle.rule.condition || stationId === undefined) return { dues: [], next: [] }
  const last = dayAfter(fromDay, -1)
  const subject = await subjectOf(db, stationId, legs)
  const known = await knownOf(db, cycle.rule.condition, subject, last, { today, zone: calendar.zone })
  const found = nextReached(cycle.rule.condition, last, known, NEXT).map(({ day, isEstimate }) => ({
    day: placed(day, holidays, works),
    nominal: day,
    isEstimate,
  }))
  const next = found.filter(({ day }) => untilDay === null || day <= untilDay)
  return { dues: next.filter(isIn), next }
}

async function subjectOf(db: Ctx['db'], stationId: string, legs: Asked['legs']): Promise<Subject> {
  const given = JSON.stringify(legs.filter(({ psId }) => psId === stationId))
  const { rows } = await sql<{ deviceIds: string[] | null }>`
    select ${devicesOfLegs(sql`
      select "psId" as station_id, "spaceIds" as space_ids, "deviceIds" as device_ids
      from jsonb_to_recordset(${given}::jsonb) as g ("psId" bigint, "spaceIds" bigint[], "deviceIds" bigint[])`)} as "deviceIds"`.execute(
    db,
  )
  return { stationId, deviceIds: one(rows).deviceIds }
}

/** The days of a month that are off by the calendar, besides the usual weekends. */
const daysOffIn = (calendar: WorkCalendar, month: Span): Answer['daysOff'] =>
  daysOf(month)
    .filter((day) => !isWorkingDay(calendar, day))
    .map((day) => {
      const isSpecial = calendar.years.get(Number(day.slice(0, 4)))?.has(day) ?? false
      return { day, name: isSpecial ? '节假日' : '' }
    })

/** When other plans in effect of these stations are due. */
async function othersIn(
  ctx: Ctx,
  planId: string | null,
  stationIds: readonly string[],
  { calendar, today, month }: Frame,
): Promise<Answer['others']> {
  const { rows } = await sql<{ id: string; name: string; legs: number }>`
    select p.id, p.name, count(*)::int as legs from inspection_plan p
    join inspection_plan_version v on v.tenant_id = p.tenant_id and v.plan_id = p.id and v.state = 'effective'
      and (v.until_day is null or v.until_day >= ${month.begin}::date)
    join inspection_plan_leg l on l.tenant_id = v.tenant_id and l.plan_id = v.plan_id and l.version_no = v.no
      and l.station_id = any(${stationIds}::bigint[])
    where p.state = 'effective' and p.id is distinct from ${planId}::bigint and ${visiblePlans(ctx)}
    group by p.id, p.name order by p.id limit 100`.execute(ctx.db)
  if (rows.length === 0) return []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const maker = new Maker(ctx.db, today, calendar)
  const courses = await coursesOf(ctx.db, [...byId.keys()])
  return courses.flatMap((course) => {
    const { name = '', legs = 0 } = byId.get(course.id) ?? {}
    return maker
      .between(course, month.begin, month.end)
      .map(({ day }) => ({ day, planName: name, count: legs }))
  })
}

async function ordersIn(
  ctx: Ctx,
  stationIds: readonly string[],
  month: Span,
  zone: string,
): Promise<Answer['orders']> {
  const { rows } = await sql<{ day: string; count: number }>`
    select (o.plan_start_time at time zone ${zone})::date::text as day, count(*)::int as count from work_order o
    where o.station_id = any(${stationIds}::bigint[]) and o.flow_sts < 5
      and o.plan_start_time >= ${month.begin}::date::timestamp at time zone ${zone}
      and o.plan_start_time < (${month.end}::date + 1)::timestamp at time zone ${zone} and ${visibleOrders(ctx.who, 'o')}
    group by 1 order by 1`.execute(ctx.db)
  return rows
}

type Load = { personId: string; realname: string; planned: number; isOwn: boolean }

/** How many colleagues are offered to take a leg over. */
const SPARE = 3

/**
 * Hours that people have planned in a month: of their orders, a day at most 8, whose plan lies in it, without those of this
 * plan. Colleagues who could take over are of the departments of those who are planned, the least loaded first.
 */
async function loadsIn(
  ctx: Ctx,
  { planId, legs }: Asked,
  times: number,
  { month, zone, cap, stationId }: { month: Span; zone: string; cap: number; stationId: string | undefined },
): Promise<Pick<Answer, 'people' | 'spare'>> {
  const personIds = [...new Set(legs.map(({ personId }) => personId))]
  if (personIds.length === 0) return { people: [], spare: [] }
  const { rows } = await sql<Load>`
    with candidate as (
      select u.id, u.realname, u.id = any(${personIds}::bigint[]) as own from app_user u
      where u.status = '1' and (u.id = any(${personIds}::bigint[]) or (
        u.department_id in (select department_id from app_user where id = any(${personIds}::bigint[]))
        and app.is_granted(u.id, 'order:execute')))
    )
    select c.id as "personId", c.realname, c.own as "isOwn", coalesce((
        select sum(case when l.hours is not null then l.hours else least(${sql.lit(HOURS_A_DAY)}::numeric,
          extract(epoch from o.plan_end_time - o.plan_start_time) / 3600) end)
        from work_order o
        left join inspection_due d on d.tenant_id = o.tenant_id and d.order_id = o.id
        left join inspection_plan_leg l on l.tenant_id = d.tenant_id and l.plan_id = d.plan_id
          and l.version_no = d.version_no and l.no = d.leg_no
        where o.liable_user_id = c.id and o.flow_sts < 5 and d.plan_id is distinct from ${planId ?? null}::bigint
          and o.plan_start_time >= ${month.begin}::date::timestamp at time zone ${zone}
          and o.plan_start_time < (${month.end}::date + 1)::timestamp at time zone ${zone}), 0)::float8 as planned
    from candidate c
    where c.own or ${stationId ?? null}::bigint is not null
    order by c.own desc, planned, c.id limit 60`.execute(ctx.db)
  const round = (hours: number) => Math.round(hours * 10) / 10
  const own = (personId: string) =>
    legs.filter((leg) => leg.personId === personId).reduce((sum, { hours }) => sum + hours * times, 0)
  const people = rows
    .filter(({ isOwn }) => isOwn)
    .map(({ personId, realname, planned }) => ({
      personId,
      realname,
      planned: round(planned),
      own: round(own(personId)),
      cap,
    }))
  const spare = rows
    .filter(({ isOwn }) => !isOwn)
    .slice(0, SPARE)
    .map(({ personId, realname, planned }) => ({ personId, realname, planned: round(planned), cap }))
  return { people, spare }
}
