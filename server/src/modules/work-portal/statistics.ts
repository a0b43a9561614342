import type { workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import { dayAfter } from '@heliodesk/contract/days.ts'
import { daylightOf } from '@heliodesk/contract/sun.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleOrders, visibleStations } from '../../kernel/scope.ts'
import { toWireTime, toWireTimeOrNull, withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { isMine, isOverdue } from '../work-orders/index.ts'
import { lateBy, periodsOf } from './day.ts'

type Counted = {
  mine: number
  due_today: number
  overdue: number
  latest: Date | null
  waiting: number
  waiting_loss: number
  submitted: number
  earliest: Date | null
  may_assign: boolean
  may_check: boolean
  may_claim: boolean
}

/** All counts in one scan of the open orders in scope. */
async function countOpen(ctx: Ctx, team: boolean) {
  const { userId } = ctx.who
  const { dayEnd } = periodsOf(ctx.now, ctx.who.timeZone)
  const may = mayDo(userId, 'order:assign')
  const isShown = team ? sql`true` : isMine(userId)
  // Of whoever directs others, everything that is late is to be followed.
  const isLate = team ? isOverdue(ctx.now) : sql`(${isOverdue(ctx.now)} and (${may} or ${isMine(userId)}))`
  const { rows } = await sql<Counted>`
    select (count(*) filter (where ${isShown}))::int as mine,
      (count(*) filter (where ${isShown} and o.plan_end_time >= ${ctx.now} and o.plan_end_time < ${dayEnd}))::int as due_today,
      (count(*) filter (where ${isLate}))::int as overdue, min(o.plan_end_time) filter (where ${isLate}) as latest,
      (count(*) filter (where o.flow_sts = 1))::int as waiting,
      coalesce(sum(o.open_loss) filter (where o.flow_sts = 1), 0) as waiting_loss,
      (count(*) filter (where o.flow_sts = 3))::int as submitted,
      min(o.submit_time) filter (where o.flow_sts = 3) as earliest,
      ${may} as may_assign, ${mayDo(userId, 'order:check')} as may_check,
      ${mayDo(userId, 'order:claim')} and ${mayDo(userId, 'order:execute')} as may_claim
    from work_order o where o.flow_sts < 4 and ${visibleOrders(ctx.who, 'o')}`.execute(ctx.db)
  return one(rows)
}

/** Hours that were reported for each day of the week: the person's own time, or those of all in scope. */
async function hoursOf(ctx: Ctx, team: boolean) {
  const { monday, weekBegin, weekEnd } = periodsOf(ctx.now, ctx.who.timeZone)
  const own = sql`round(extract(epoch from h.actual_end_time - h.actual_start_time) / 3600, 1)`
  const { rows } = await sql<{ day: string; hours: number }>`
    select to_char(h.actual_start_time at time zone ${ctx.who.timeZone}::text, 'YYYY-MM-DD') as day,
      sum(${team ? sql`h.work_hours` : own}) as hours
    from work_order_hours h join work_order o on o.tenant_id = h.tenant_id and o.id = h.order_id
    where h.actual_start_time >= ${weekBegin} and h.actual_start_time < ${weekEnd}
      and ${team ? sql`true` : sql`h.executor_name = ${ctx.who.realname}`} and ${visibleOrders(ctx.who, 'o')}
    group by 1`.execute(ctx.db)
  const byDay = new Map(rows.map(({ day, hours }) => [day, hours]))
  const days = Array.from({ length: 7 }, (_day, at) => {
    const day = dayAfter(monday, at)
    return { day, hours: byDay.get(day) ?? 0 }
  })
  return { hours: Math.round(days.reduce((sum, { hours }) => sum + hours, 0) * 10) / 10, days }
}

/** As many as a line can show. */
const MOST_EVENTS = 60

type Event = {
  kind: 'start' | 'due' | 'finished'
  at: Date
  orderId: string
  taskDescription: string
  psName: string
  done: boolean
}

/** What was planned for today, and what was finished. */
async function eventsOf(ctx: Ctx, team: boolean): Promise<Event[]> {
  const { dayBegin, dayEnd } = periodsOf(ctx.now, ctx.who.timeZone)
  const isToday = (column: string) =>
    sql`${sql.ref(column)} >= ${dayBegin} and ${sql.ref(column)} < ${dayEnd}`
  const isOpen = sql`o.flow_sts in (2, 3) and ${team ? sql`true` : isMine(ctx.who.userId)}`
  const isFinished = team
    ? sql`true`
    : sql`(o.liable_user_id = ${ctx.who.userId} or o.checker_id = ${ctx.who.userId})`
  const { rows } = await sql<Event>`
    select today.kind, today.at, today.id as "orderId", today.task_description as "taskDescription",
      s.name as "psName", today.done
    from (
      select planned.kind, planned.at, planned.done, o.*
      from work_order o cross join lateral (values
        ('start', o.plan_start_time, o.flow_sts = 3 or o.other_sts <> 2),
        ('due', o.plan_end_time, o.flow_sts = 3)) planned (kind, at, done)
      where (${isToday('o.plan_start_time')} or ${isToday('o.plan_end_time')}) and ${isOpen} and ${isToday('planned.at')}
      union all
      select 'finished', o.flow_end_time, true, o.*
      from work_order o where o.flow_sts = 4 and ${isFinished} and ${isToday('o.flow_end_time')}
    ) today join station s on s.tenant_id = today.tenant_id and s.id = today.station_id
    where ${visibleOrders(ctx.who, 'today')}
    order by today.at, today.id, today.kind limit ${sql.lit(MOST_EVENTS)}`.execute(ctx.db)
  return rows
}

/** The sun over the middle of the stations in scope. */
async function lightOf(ctx: Ctx) {
  const { rows } = await sql<{ latitude: number | null; longitude: number | null }>`
    select avg(s.latitude) as latitude, avg(s.longitude) as longitude
    from station s where s.maintenance_status = '1' and ${visibleStations(ctx.who, 's')}`.execute(ctx.db)
  const { latitude, longitude } = one(rows)
  if (latitude === null || longitude === null) return { sunrise: null, sunset: null }
  const zone = ctx.who.timeZone
  const { rise, set } = daylightOf(periodsOf(ctx.now, zone).today, latitude, longitude)
  return { sunrise: toWireTime(rise, zone), sunset: toWireTime(set, zone) }
}

/** The day of the caller, or of the team in scope. */
export const getStatistics: Handler<(typeof workPortalCalls)['statistics']> = async (ctx, { team }) => {
  await requireRights(ctx, ['order:list'])
  const zone = ctx.who.timeZone
  const open = await countOpen(ctx, team)
  const events = await eventsOf(ctx, team)
  const waiting = { orders: open.waiting, lossPower: open.waiting_loss }
  return {
    at: toWireTime(ctx.now, zone),
    mine: { orders: open.mine, dueToday: open.due_today },
    overdue: {
      orders: open.overdue,
      longestHours: lateBy(open.latest, ctx.now),
      inScope: team || open.may_assign,
    },
    toCheck: open.may_check
      ? { orders: open.submitted, earliest: toWireTimeOrNull(open.earliest, zone) }
      : null,
    toAssign: open.may_assign ? waiting : null,
    toClaim: open.may_claim ? waiting : null,
    week: await hoursOf(ctx, team),
    today: {
      ...(await lightOf(ctx)),
      planned: events.length,
      done: events.filter(({ done }) => done).length,
      events: events.map((event) => withWireTimes(event, zone)),
    },
  }
}
