import type { Output } from '@heliodesk/contract/call.ts'
import type { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { countedOrders, isOverdue } from '../work-orders/index.ts'
import { daysAfter, recentSpans, spanOf, type Span } from './calendar.ts'
import { hoursBetween, openOrders, placedOrders, placedDays, placedStations } from './place.ts'

type Overview = Output<(typeof dashboardCalls)['overview']>

type Day = {
  day: string
  created: number
  finished: number
  terminated: number
  timed: number
  respond_ms: number
  repair_ms: number
  accept_ms: number
}

type Found = {
  in_service: number
  retired: number
  capacity_kwp: number
  by_status: Record<string, number> | null
  overdue: number
  earliest: Date | null
  losing: number
  loss: number
  types: { taskType: number; title: string; orders: number }[] | null
  days: Day[] | null
}

const figures = sql`d.day, d.created, d.finished, d.terminated, d.timed, d.respond_ms, d.repair_ms, d.accept_ms`

/**
 * All figures of the home page in one statement and so from one snapshot. It reads the maintained counts by state and
 * day, the stations and the open orders, never the closed ones.
 */
export const getOverview: Handler<(typeof dashboardCalls)['overview']> = async (ctx, input) => {
  const zone = ctx.who.timeZone
  const span = spanOf(input.period, ctx.now, zone)
  const { recent, before } = recentSpans(ctx.now, zone)
  const first = span.begin < before.begin ? span.begin : before.begin
  const last = span.end > recent.end ? span.end : recent.end
  const within = sql`d.day between ${first}::date and ${last}::date`
  const kept = (table: string) => sql`
    select ${figures} from ${sql.table(table)} d where ${within} and ${placedDays(ctx, input, 'd')}`
  // The kept days are by department and project, which is coarser than what a data role shows.
  const days = ctx.who.narrowing?.rows
    ? sql`select ${figures} from work_order o
        cross join lateral app.days_of_work_order(${zone}, o.created_at, o.flow_sts, o.other_sts, o.real_start_time,
          o.submit_time, o.flow_end_time) d
        where ${within} and ${placedOrders(ctx, input, 'o')}`
    : sql`${kept('work_order_day')} union all ${kept('work_order_day_delta')}`
  const { rows } = await sql<Found>`
    with open as materialized (${openOrders(ctx, input)})
    select sites.*, late.*, losing.*,
      (select jsonb_object_agg(flow_sts, n) from (
        select counted.flow_sts, sum(counted.n) as n from ${countedOrders(ctx, input)} counted group by counted.flow_sts
      ) per_status) as by_status,
      (select jsonb_agg(jsonb_build_object('taskType', t.id, 'title', t.name, 'orders', n) order by n desc, t.id) from (
        select o.task_type, count(*) as n from open o group by o.task_type
      ) per_type join task_type t on t.id = per_type.task_type) as types,
      (select jsonb_agg(to_jsonb(per_day)) from (
        select day, sum(created) as created, sum(finished) as finished, sum(terminated) as terminated,
          sum(timed) as timed, sum(respond_ms) as respond_ms, sum(repair_ms) as repair_ms, sum(accept_ms) as accept_ms
        from (${days}) known group by day
      ) per_day) as days
    from (
      select (count(*) filter (where s.maintenance_status = '1'))::int as in_service,
        (count(*) filter (where s.maintenance_status = '2'))::int as retired,
        coalesce(sum(s.capacity_kwp) filter (where s.maintenance_status = '1'), 0) as capacity_kwp
      from station s where ${placedStations(ctx, input, 's')}
    ) sites, (
      select count(*)::int as overdue, min(o.plan_end_time) as earliest from open o where ${isOverdue(ctx.now)}
    ) late, (
      select count(*)::int as losing, coalesce(sum(o.open_loss), 0) as loss from open o where o.open_loss > 0
    ) losing`.execute(ctx.db)
  const found = one(rows)
  const known = found.days ?? []
  const of = (status: number) => found.by_status?.[status] ?? 0
  return {
    at: toWireTime(ctx.now, zone),
    stations: { inService: found.in_service, retired: found.retired, capacityKwp: found.capacity_kwp },
    period: { kind: input.period, ...span, ...sumOf(known, span) },
    byStatus: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
    overdue: {
      orders: found.overdue,
      longestHours: found.earliest && Math.max(0.1, hoursBetween(found.earliest, ctx.now)),
    },
    loss: { orders: found.losing, lossPower: found.loss },
    times: { recent: timesOf(known, recent), before: timesOf(known, before) },
    days: eachDay(known, recent),
    types: found.types ?? [],
  }
}

const within = (days: Day[], { begin, end }: Span) => days.filter(({ day }) => day >= begin && day <= end)

type Amount = Exclude<keyof Day, 'day'>

const total = (days: Day[], name: Amount) => days.reduce((sum, each) => sum + each[name], 0)

function sumOf(known: Day[], span: Span) {
  const days = within(known, span)
  return {
    created: total(days, 'created'),
    finished: total(days, 'finished'),
    terminated: total(days, 'terminated'),
  }
}

const HOUR_MS = 3_600_000

function timesOf(known: Day[], span: Span): Overview['times']['recent'] {
  const days = within(known, span)
  const orders = total(days, 'timed')
  const hours = (name: Amount) =>
    orders === 0 ? null : Math.round((total(days, name) / orders / HOUR_MS) * 100) / 100
  return {
    orders,
    respondHours: hours('respond_ms'),
    repairHours: hours('repair_ms'),
    acceptHours: hours('accept_ms'),
  }
}

/** Includes days without orders. */
function eachDay(known: Day[], { begin, end }: Span): Overview['days'] {
  const byDay = new Map(known.map((each) => [each.day, each]))
  const days: Overview['days'] = []
  for (let day = begin; day <= end; day = daysAfter(day, 1)) {
    days.push({ day, created: byDay.get(day)?.created ?? 0, finished: byDay.get(day)?.finished ?? 0 })
  }
  return days
}
