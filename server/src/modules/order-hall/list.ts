import type { Input } from '@heliodesk/contract/call.ts'
import {
  NEARBY_KM,
  recoverableOf,
  travelMinutes,
  type HallSort,
  type orderHallCalls,
} from '@heliodesk/contract/order-hall.ts'
import { daylightOf } from '@heliodesk/contract/sun.ts'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { isBehind, orderBy, placeBy, type Keys } from '../../kernel/keyset.ts'
import { requireRights } from '../../kernel/rights.ts'
import { liesUnder, visibleOrders } from '../../kernel/scope.ts'
import { toWireDay, toWireTime, withWireTimes } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { bearingOf, distanceFrom, type Position } from './place.ts'

type Calls = typeof orderHallCalls
type Filters = Input<Calls['count']> & { taskType?: number[] | undefined; nearby?: boolean }

/** Orders that wait for somebody, from the partial index of them; the station `s` is joined where its place is asked for. */
export function waiting(ctx: Ctx, { depCode, psId, taskType, nearby, ...position }: Filters) {
  const isPlaced = position.latitude !== undefined
  return {
    from: isPlaced
      ? sql`work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id`
      : sql`work_order o`,
    km: distanceFrom(position),
    where: allOf(
      sql`o.flow_sts = 1`,
      visibleOrders(ctx.who, 'o'),
      depCode && liesUnder(ctx.who, 'o.dep_code', depCode),
      psId && psId.length > 0 && sql`o.station_id = any(${psId}::bigint[])`,
      taskType && taskType.length > 0 && sql`o.task_type = any(${taskType}::smallint[])`,
      nearby && sql`(${distanceFrom(position)}) <= ${sql.lit(NEARBY_KM)}`,
    ),
  }
}

function keysOf(sort: HallSort, km: RawBuilder<unknown>): Keys {
  const loss = { column: sql`o.loss_power`, falls: true, type: 'numeric' } as const
  const due = { column: sql`coalesce(o.plan_end_time, 'infinity')`, type: 'timestamptz' } as const
  const id = { column: sql`o.id`, type: 'bigint' } as const
  if (sort === 'due') return [due, loss, id]
  const near = { column: sql`coalesce(${km}, 'infinity')`, type: 'float8' } as const
  return sort === 'near' ? [near, loss, due, id] : [loss, due, id]
}

/** The values of the row that a page begins after, as texts. It may have been taken meanwhile. */
async function valuesOf(ctx: Ctx, keys: Keys, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ place: string[] }>`
    select ${placeBy(keys)} as place
    from work_order o join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where o.id = ${id} and ${visibleOrders(ctx.who, 'o')}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound()
  return row.place
}

type Found = {
  id: string
  version: number
  workCode: string
  psaId: string
  psaName: string
  psId: string
  psName: string
  taskType: number
  taskTypeLabel: string
  taskDescription: string
  deviceName: string | null
  areaName: string | null
  planEndTime: Date | null
  needTicket: number
  lossPower: number
  createTime: Date
  km: number | null
  latitude: number | null
  longitude: number | null
  tariff: number | null
}

/** A page of the orders to take. It reads as many rows as it shows, and one more, which says whether there are others. */
export const listHall: Handler<Calls['page']> = async (ctx, { sort, after, size, ...filters }) => {
  await requireRights(ctx, ['order:list'])
  const { from, where, km } = waiting(ctx, filters)
  const keys = keysOf(sort, km)
  const behind = after ? sql`and ${isBehind(keys, await valuesOf(ctx, keys, after))}` : sql``
  const { rows } = await sql<Found>`
    select o.id, o.version, o.work_code as "workCode", o.psa_id as "psaId", p.name as "psaName",
      o.station_id as "psId", s.name as "psName", o.task_type as "taskType", t.name as "taskTypeLabel", o.task_description as "taskDescription",
      d.name as "deviceName", o.area_name as "areaName", o.plan_end_time as "planEndTime",
      o.need_ticket as "needTicket", o.loss_power as "lossPower", o.created_at as "createTime", wanted.km,
      s.latitude, s.longitude, s.tariff
    from (
      select o.tenant_id, o.id, ${km} as km
      from ${from} where ${where} ${behind}
      order by ${orderBy(keys)} limit ${sql.lit(size + 1)}
    ) wanted
    join work_order o on o.tenant_id = wanted.tenant_id and o.id = wanted.id
    join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    join psa p on p.tenant_id = o.tenant_id and p.id = o.psa_id
    join task_type t on t.tenant_id = o.tenant_id and t.id = o.task_type
    left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
    order by ${orderBy(keys)}`.execute(ctx.db)
  const shown = rows.slice(0, size)
  return {
    at: toWireTime(ctx.now, ctx.who.timeZone),
    rows: shown.map((row) => toRow(row, ctx, filters)),
    next: rows.length > size ? present(shown.at(-1)).id : null,
  }
}

const HOUR_MS = 3_600_000

function toRow({ km, latitude, longitude, tariff, ...row }: Found, { now, who }: Ctx, from: Position) {
  const zone = who.timeZone
  const late = row.planEndTime ? (now.getTime() - row.planEndTime.getTime()) / HOUR_MS : 0
  const minutes = km === null ? null : travelMinutes(km)
  const light =
    latitude === null || longitude === null ? null : daylightOf(toWireDay(now, zone), latitude, longitude)
  const kwh = light && recoverableOf(row.lossPower, light, now, minutes ?? 0)
  return {
    ...withWireTimes(row, zone),
    overHours: late > 0 ? Math.max(0.1, Math.round(late * 10) / 10) : null,
    distanceKm: km === null ? null : Math.round(km * 10) / 10,
    travelMinutes: minutes,
    bearing: bearingOf(from, { latitude, longitude }),
    sunset: light && toWireTime(light.set, zone),
    recoverableKwh: kwh,
    recoverableYuan: kwh === null || tariff === null ? null : Math.round(kwh * tariff * 100) / 100,
  }
}

type Counted = { task_type: number; orders: number; loss: number; nearby: number | null }

/** How many wait, by type, from the index of waiting orders alone. */
export const countHall: Handler<Calls['count']> = async (ctx, filters) => {
  await requireRights(ctx, ['order:list'])
  const { from, where, km } = waiting(ctx, filters)
  const { rows } = await sql<Counted>`
    select o.task_type, count(*)::int as orders, sum(o.loss_power) as loss,
      case when ${filters.latitude !== undefined} then (count(*) filter (where (${km}) <= ${sql.lit(NEARBY_KM)}))::int end as nearby
    from ${from} where ${where} group by o.task_type order by orders desc, o.task_type`.execute(ctx.db)
  const hand = await sql<{ n: number }>`
    select count(*)::int as n from work_order o
    where o.liable_user_id = ${ctx.who.userId} and o.flow_sts in (2, 3) and ${visibleOrders(ctx.who, 'o')}`.execute(
    ctx.db,
  )
  const sum = (of: (row: Counted) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    total: sum(({ orders }) => orders),
    lossPower: Math.round(sum(({ loss }) => loss) * 10) / 10,
    byType: rows.map(({ task_type: taskType, orders }) => ({ taskType, orders })),
    nearby: filters.latitude === undefined ? null : sum(({ nearby }) => nearby ?? 0),
    inHand: one(hand.rows).n,
  }
}
