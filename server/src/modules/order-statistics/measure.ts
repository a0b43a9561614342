import type { Input } from '@heliodesk/contract/call.ts'
import { dayAfter, type Span } from '@heliodesk/contract/days.ts'
import {
  DAYLIGHT_SHARE,
  type Measures,
  type orderStatisticsCalls,
} from '@heliodesk/contract/order-statistics.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import type { Ctx } from '../../kernel/context.ts'
import { liesUnder, visibleOrders } from '../../kernel/scope.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'

export type Narrowed = Input<(typeof orderStatisticsCalls)['overview']>
export type StatisticsCtx = Pick<Ctx, 'db' | 'who' | 'now'>

/** The moments between which a span lies, the second one excluded. */
export function momentsOf({ begin, end }: Span, zone: string) {
  const midnight = (day: string) => fromWireTime(`${day} 00:00:00`, zone)
  return { from: midnight(begin), until: midnight(dayAfter(end)) }
}

/** Orders `o` in the caller's scope that the filters take. */
export const isWanted = (
  { who }: StatisticsCtx,
  { depCode, psId, taskType }: Pick<Narrowed, 'depCode' | 'psId' | 'taskType'>,
) =>
  allOf(
    visibleOrders(who, 'o'),
    depCode && liesUnder(who, 'o.dep_code', depCode),
    psId && psId.length > 0 && sql`o.station_id = any(${psId}::bigint[])`,
    taskType && taskType.length > 0 && sql`o.task_type = any(${taskType}::smallint[])`,
  )

/** What orders are grouped by. */
export type Grouping = {
  /** `at` is the column by whose time an order is counted. */
  key: (at: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Joins to `o` that the key needs. */
  joins?: RawBuilder<unknown>
}

/** Where the outage of an order ended: at its submission, or at its end without one; an open one goes on. */
const RECOVERED = sql`coalesce(o.submit_time, o.flow_end_time)`

const hours = (begin: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
  sql`greatest(0, extract(epoch from ${end} - ${begin}) / 3600)`

const hasWindows = sql`exists (select from outage w where w.tenant_id = o.tenant_id and w.order_id = o.id)`

/** kWh that an order without outage windows lost within a span: its loss per hour, over the daylight hours of it. */
const estimated = (from: Date, until: Date) => sql`o.loss_power * ${sql.lit(DAYLIGHT_SHARE)}
  * ${hours(sql`greatest(o.created_at, ${from})`, sql`least(coalesce(${RECOVERED}, ${until}), ${until})`)}`

/**
 * The share of an outage window's figures that belongs to a span, and the kWh that it lost after they were calculated.
 * A window that ends later than it was calculated is still open.
 */
const ofWindow = (from: Date, until: Date) => {
  const end = sql`coalesce(w.until_at, greatest(w.calculated_at, w.from_at + interval '1 second'))`
  const within = hours(sql`greatest(w.from_at, ${from})`, sql`least(${end}, ${until})`)
  return {
    share: sql`(${within} / ${hours(sql`w.from_at`, end)})`,
    since: sql`w.rate * ${sql.lit(DAYLIGHT_SHARE)} * ${hours(sql`greatest(w.calculated_at, ${from})`, sql`${until}::timestamptz`)}`,
  }
}

/** kWh that an order lost within a span, by its outage windows if it has any. */
export function lostWithin(from: Date, until: Date): RawBuilder<number> {
  const { share, since } = ofWindow(from, until)
  return sql<number>`coalesce((select sum(w.lost_kwh * ${share} + ${since}) from outage w
    where w.tenant_id = o.tenant_id and w.order_id = o.id and w.from_at < ${until}), ${estimated(from, until)})`
}

/**
 * What was lost within a span, by order: the open ones, those closed after its begin, each by its own index, and those
 * that have outage windows. Orders closed with all windows lose nothing any more, so windows are read by themselves.
 */
function lossesOf(from: Date, until: Date, grouping: Required<Grouping>, wanted: RawBuilder<unknown>) {
  const { key, joins } = grouping
  const created = sql`o.created_at`
  const place = sql`join station place on place.tenant_id = o.tenant_id and place.id = o.station_id ${joins}`
  const tariff = sql`coalesce(place.tariff, 0)`
  const { share, since } = ofWindow(from, until)
  const estimates = [sql`o.flow_sts < 4`, sql`o.flow_sts >= 4 and o.flow_end_time >= ${from}`].map(
    (way) => sql`
      select ${key(created)} as key, ${estimated(from, until)} as kwh, ${estimated(from, until)} * ${tariff} as yuan
      from work_order o ${place}
      where ${way} and o.loss_power > 0 and o.created_at < ${until} and not ${hasWindows} and ${wanted}`,
  )
  const windows = sql`
    select ${key(created)} as key, w.lost_kwh * ${share} + ${since} as kwh,
      w.lost_yuan * ${share} + ${since} * ${tariff} as yuan
    from outage w join work_order o on o.tenant_id = w.tenant_id and o.id = w.order_id ${place}
    where w.from_at < ${until} and (w.until_at is null or w.until_at > ${from}) and ${wanted}`
  return sql.join([...estimates, windows], sql` union all `)
}

type Sums = Omit<Measures, 'respondMinutes' | 'repairHours'> & {
  key: string
  respondMs: number
  repairMs: number
}

/**
 * The measures of a span for each group. Each kind of fact has its own time and its own index: the report, the
 * acceptance, the planned end, and the outage.
 */
export async function measure(
  ctx: StatisticsCtx,
  input: Narrowed,
  span: Span,
  { key, joins = sql`` }: Grouping,
): Promise<(Measures & { key: string })[]> {
  const { now, who } = ctx
  const { from, until } = momentsOf(span, who.timeZone)
  const past = until < now ? until : now
  const wanted = isWanted(ctx, input)
  const [created, closed, due] = [sql`o.created_at`, sql`o.flow_end_time`, sql`o.plan_end_time`]
  const isDue = sql`o.plan_end_time >= ${from} and o.plan_end_time < ${past}`
  const isTimed = sql`o.other_sts <> 0 and o.real_start_time is not null and o.submit_time is not null`
  const returned = sql`exists (select from work_order_event e
    where e.tenant_id = o.tenant_id and e.order_id = o.id and e.action = 'reject')`
  const { rows } = await sql<Sums>`
    with facts (key, created, finished, timed, respond, repair, reopened, due, on_time, kwh, yuan) as (
      select ${key(created)}, count(*), 0, 0, 0, 0, 0, 0, 0, 0, 0 from work_order o ${joins}
        where o.created_at >= ${from} and o.created_at < ${until} and ${wanted} group by 1
      union all
      select ${key(closed)}, 0, count(*), count(*) filter (where ${isTimed}),
        coalesce(sum(app.milliseconds_between(o.created_at, o.real_start_time)) filter (where ${isTimed}), 0),
        coalesce(sum(app.milliseconds_between(o.created_at, o.submit_time)) filter (where ${isTimed}), 0),
        count(*) filter (where ${returned}), 0, 0, 0, 0 from work_order o ${joins}
        where o.flow_sts = 4 and o.flow_end_time >= ${from} and o.flow_end_time < ${until} and ${wanted} group by 1
      union all
      select ${key(due)}, 0, 0, 0, 0, 0, 0, count(*), count(*) filter (where o.flow_end_time <= o.plan_end_time), 0, 0
        from work_order o ${joins} where o.flow_sts = 4 and ${isDue} and ${wanted} group by 1
      union all
      select ${key(due)}, 0, 0, 0, 0, 0, 0, count(*), 0, 0, 0 from work_order o ${joins}
        where o.flow_sts < 4 and ${isDue} and ${wanted} group by 1
      union all
      select key, 0, 0, 0, 0, 0, 0, 0, 0, sum(kwh), sum(yuan) from (
        ${lossesOf(from, past, { key, joins }, wanted)}
      ) lost group by 1
    )
    select key, sum(created)::int as created, sum(finished)::int as finished, sum(timed)::int as timed,
      sum(respond)::float8 as "respondMs", sum(repair)::float8 as "repairMs", sum(reopened)::int as reopened,
      sum(due)::int as due, sum(on_time)::int as "onTime",
      round(sum(kwh)::numeric, 1)::float8 as "lostKwh", round(sum(yuan)::numeric, 2)::float8 as "lostYuan"
    from facts group by key order by created desc, finished desc, key`.execute(ctx.db)
  return rows.map(({ respondMs, repairMs, ...rest }) => ({
    ...rest,
    respondMinutes: meanOf(respondMs, rest.timed, 60_000),
    repairHours: meanOf(repairMs, rest.timed, 3_600_000),
  }))
}

/** The mean in a unit of so many milliseconds, exact to 0.1. */
const meanOf = (sum: number, count: number, unit: number): number | null =>
  count === 0 ? null : Math.round((sum / count / unit) * 10) / 10

export const nothingMeasured: Measures = {
  created: 0,
  finished: 0,
  timed: 0,
  respondMinutes: null,
  repairHours: null,
  reopened: 0,
  due: 0,
  onTime: 0,
  lostKwh: 0,
  lostYuan: 0,
}
