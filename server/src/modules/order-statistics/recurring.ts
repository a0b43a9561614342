import { RECURRING_FAULT, type orderStatisticsCalls } from '@heliodesk/contract/order-statistics.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { isWanted, lostWithin, momentsOf } from './measure.ts'

/** Rows that are answered; the total counts all of them. */
const MOST_ROWS = 50

type Found = {
  deviceId: string
  deviceName: string
  psId: string
  psName: string
  subclass: string | null
  times: Date[]
  lostKwh: number
  total: number
}

/**
 * Devices for which an order of the span is at least the third of one subclass within 30 days. Orders from before the
 * span count towards it, and are not shown.
 */
export const listRecurring: Handler<(typeof orderStatisticsCalls)['recurring']> = async (ctx, input) => {
  await requireRights(ctx, ['order:list'])
  const { who, now } = ctx
  const { from, until } = momentsOf(input, who.timeZone)
  const past = until < now ? until : now
  const window = sql`${sql.lit(`${RECURRING_FAULT.days} days`)}::interval`
  const { rows } = await sql<Found>`
    with reported as (
      select o.*, count(*) over (partition by o.device_id, o.work_subclass order by o.created_at
        range between ${window} preceding and current row) as within
      from work_order o
      where o.device_id is not null and o.created_at >= ${from}::timestamptz - ${window} and o.created_at < ${until}
        and ${isWanted(ctx, input)}
    ), failing as (
      select o.tenant_id, o.device_id, o.work_subclass, array_agg(o.created_at order by o.created_at) as times,
        sum(${lostWithin(from, past)}) as kwh
      from reported o where o.created_at >= ${from}
      group by o.tenant_id, o.device_id, o.work_subclass having max(o.within) >= ${sql.lit(RECURRING_FAULT.orders)}
    )
    select f.device_id as "deviceId", d.name as "deviceName", s.id as "psId", s.name as "psName",
      f.work_subclass as subclass, f.times, round(f.kwh::numeric, 1)::float8 as "lostKwh",
      (count(*) over ())::int as total
    from failing f
    join device d on d.tenant_id = f.tenant_id and d.id = f.device_id
    join station s on s.tenant_id = d.tenant_id and s.id = d.station_id
    order by cardinality(f.times) desc, f.kwh desc, f.device_id, f.work_subclass
    limit ${sql.lit(MOST_ROWS)}`.execute(ctx.db)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, times, ...row }) => ({
      ...row,
      times: times.map((at) => toWireTime(at, who.timeZone)),
    })),
  }
}
