import type { Output } from '@heliodesk/contract/call.ts'
import { provinceNamed } from '@heliodesk/contract/provinces.ts'
import type { StationQuery } from '@heliodesk/contract/station-fields.ts'
import type { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { matchingStations } from '../stations/index.ts'
import { isOverdue } from '../work-orders/index.ts'

type Calls = typeof stationMapCalls
type StationMap = Output<Calls['home']>
type PlainMap = Output<Calls['archive']>
type Figures = StationMap['total']
type Station = StationMap['stations'][number]

/** Stations with one spelling of a province. */
type Group = Pick<Figures, 'stations' | 'capacityKwp'> &
  Omit<Figures['orders'], 'lossPerMw'> & {
    province: string | null
    /** The loss of the stations with a capacity, which alone can be divided by it. */
    ratedLoss: number
  }

type Row = Omit<Station, 'orders'> & Station['orders']

/** The stations that match, by province, and the `most` of them that lose most, then the largest. */
export const mapOf = (ctx: Ctx, query: StationQuery, most: number): Promise<StationMap> =>
  read(
    ctx,
    query,
    most,
    sql`
    select o.station_id, count(*) as orders, count(*) filter (where ${isOverdue(ctx.now)}) as overdue,
      coalesce(sum(o.open_loss), 0) as loss, bool_or(o.task_type in (11, 15)) as outage
    from work_order o where o.flow_sts < 4 and ${visibleOrders(ctx.who, 'o')} group by o.station_id`,
  )

/** The same for people who may not see orders: none are read, so the largest come first. */
export async function mapWithoutOrders(ctx: Ctx, query: StationQuery, most: number): Promise<PlainMap> {
  const none = sql`
    select null::bigint as station_id, 0 as orders, 0 as overdue, 0 as loss, false as outage where false`
  const { total, provinces, stations, unplaced } = await read(ctx, query, most, none)
  return {
    total: { ...total, orders: null },
    provinces: provinces.map((each) => ({ ...each, orders: null })),
    stations: stations.map((each) => ({ ...each, orders: null })),
    unplaced,
  }
}

/** One statement and so one snapshot; `open` selects what the open orders of each station say. */
async function read(
  ctx: Ctx,
  query: StationQuery,
  most: number,
  open: RawBuilder<unknown>,
): Promise<StationMap> {
  const { rows } = await sql<{
    groups: Group[] | null
    stations: Row[] | null
    unplaced: number
  }>`
    with open as materialized (${open}
    ), site as materialized (
      select s.tenant_id, s.id, s.name, s.psa_id, s.province, s.city, s.county, s.longitude, s.latitude, s.capacity_kwp,
        s.maintenance_status, s.status, coalesce(open.orders, 0) as orders, coalesce(open.overdue, 0) as overdue,
        coalesce(open.loss, 0) as loss, coalesce(open.outage, false) as outage
      from station s left join open on open.station_id = s.id where ${matchingStations(ctx, query)}
    ), per_province as (
      select province, count(*) as stations, sum(capacity_kwp) as "capacityKwp", sum(orders) as open,
        sum(overdue) as overdue, count(*) filter (where outage) as outages, sum(loss) as "lossPower",
        coalesce(sum(loss) filter (where capacity_kwp > 0), 0) as "ratedLoss"
      from site group by province
    ), listed as (
      select t.id::text as "psId", t.name as "psName", t.psa_id::text as "psaId", p.name as "psaName", t.province,
        t.city, t.county, t.longitude, t.latitude, t.capacity_kwp as "capacityKwp", t.orders as open, t.overdue,
        t.loss as "lossPower", t.outage, t.maintenance_status as "maintenanceStatus", t.status
      from (select * from site order by loss desc, capacity_kwp desc nulls last, id limit ${most}) t
        join psa p on p.tenant_id = t.tenant_id and p.id = t.psa_id
    )
    select (select jsonb_agg(to_jsonb(per_province)) from per_province) as groups,
      (select jsonb_agg(to_jsonb(listed) order by "lossPower" desc, "capacityKwp" desc nulls last, "psId"::bigint)
        from listed) as stations,
      (select count(*)::int from site where longitude is null or latitude is null) as unplaced`.execute(
    ctx.db,
  )
  const { groups, stations, unplaced } = one(rows)
  const byProvince = Map.groupBy(groups ?? [], ({ province }) => provinceNamed(province)?.name ?? null)
  return {
    total: figuresOf(groups ?? []),
    provinces: [...byProvince]
      .map(([province, spelled]) => ({ province, ...figuresOf(spelled) }))
      .toSorted(
        (a, b) =>
          b.orders.lossPower - a.orders.lossPower ||
          (b.capacityKwp ?? 0) - (a.capacityKwp ?? 0) ||
          b.stations - a.stations,
      ),
    stations: (stations ?? []).map(({ open: openOrders, overdue, lossPower, outage, ...station }) => ({
      ...station,
      province: provinceNamed(station.province)?.name ?? null,
      orders: { open: openOrders, overdue, lossPower, outage },
    })),
    unplaced,
  }
}

type Amount = 'stations' | 'open' | 'overdue' | 'outages' | 'lossPower' | 'ratedLoss'

function figuresOf(groups: readonly Group[]): Figures {
  const total = (name: Amount) => groups.reduce((sum, each) => sum + each[name], 0)
  const capacities = groups.flatMap(({ capacityKwp }) => capacityKwp ?? [])
  const capacityKwp = capacities.length === 0 ? null : capacities.reduce((sum, each) => sum + each, 0)
  return {
    stations: total('stations'),
    capacityKwp,
    orders: {
      open: total('open'),
      overdue: total('overdue'),
      outages: total('outages'),
      lossPower: total('lossPower'),
      lossPerMw: capacityKwp ? (total('ratedLoss') / capacityKwp) * 1000 : null,
    },
  }
}
