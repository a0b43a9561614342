import type { Output } from '@heliodesk/contract/call.ts'
import type { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import { isOverdue } from '../work-orders/index.ts'
import { isPlaced, openOrders, type PlaceInput } from './place.ts'

type Places = Output<(typeof dashboardCalls)['places']>
type Point = Places['points'][number]

/** The maximum of station ids per point. */
const NAMED = 20

/** The positions of the stations and their current orders. */
export async function listPlaces(ctx: Ctx, input: PlaceInput): Promise<Places> {
  const { rows } = await sql<{ unplaced: number; points: Point[] | null }>`
    with open as materialized (
      select o.station_id, count(*) as n, count(*) filter (where ${isOverdue(ctx.now)}) as overdue,
        coalesce(sum(o.open_loss), 0) as loss, bool_or(o.task_type in (11, 15)) as outage
      from (${openOrders(ctx, input)}) o group by o.station_id
    ), site as materialized (
      select s.id, s.name, s.province, s.latitude, s.longitude, s.capacity_kwp, open.*
      from station s left join open on open.station_id = s.id
      where s.maintenance_status = '1' and ${isPlaced(ctx, input, 's')}
    ), point as (
      select province, round(avg(latitude), 4) as latitude, round(avg(longitude), 4) as longitude,
        count(*) as stations, (array_agg(id::text order by coalesce(loss, 0) desc, id))[1:${sql.lit(NAMED)}] as "psIds",
        (array_agg(name order by coalesce(loss, 0) desc, id))[1] as "psName",
        coalesce(sum(capacity_kwp), 0) as "capacityKwp", coalesce(sum(n), 0) as "openOrders",
        coalesce(sum(overdue), 0) as overdue, count(*) filter (where outage) as outages,
        coalesce(sum(loss), 0) as "lossPower"
      from site where latitude is not null and longitude is not null
      group by province, round(latitude * 2), round(longitude * 2)
    )
    select (select count(*)::int from site where latitude is null or longitude is null) as unplaced,
      (select jsonb_agg(to_jsonb(point)) from point) as points`.execute(ctx.db)
  const { unplaced, points } = one(rows)
  return { unplaced, points: points ?? [] }
}
