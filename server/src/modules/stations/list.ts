import type { StationQuery } from '@heliodesk/contract/station-fields.ts'
import { provinceNamed } from '@heliodesk/contract/provinces.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { isUnder, visibleStations } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { coveredBy } from './covered.ts'
import { isInProvince } from './provinces.ts'
import { idsOf, stationRows, withLabel } from './rows.ts'

type Calls = typeof stationCalls
type Scoped = Pick<Ctx, 'db' | 'who'>

/** The stations in scope that match the filters; needs `s`. */
export function matchingStations({ who }: Scoped, query: StationQuery): RawBuilder<SqlBool> {
  const { psName, depCodes, psaIds, psIds, depCode, siteType, province, maintenanceStatus, status } = query
  const { minKwp, maxKwp, gridFrom, gridTo, located, importId } = query
  return allOf(
    visibleStations(who, 's'),
    mentions(sql`s.name`, psName, 's'),
    (depCodes || psaIds || psIds) && coveredBy({ depCodes, psaIds, psIds }),
    depCode && isUnder('s.dep_code', depCode),
    siteType && sql`s.site_type = ${siteType}`,
    province && isInProvince(province),
    maintenanceStatus && sql`s.maintenance_status = ${maintenanceStatus}`,
    status && sql`s.status = ${status}`,
    minKwp !== undefined && sql`s.capacity_kwp >= ${minKwp}`,
    maxKwp !== undefined && sql`s.capacity_kwp <= ${maxKwp}`,
    gridFrom && sql`s.grid_date >= ${gridFrom}::date`,
    gridTo && sql`s.grid_date <= ${gridTo}::date`,
    located === '1' && isPlaced,
    located === '0' && sql`not ${isPlaced}`,
    importId && sql`s.id in (select e.station_id from station_event e where e.import_id = ${importId})`,
  )
}

const isPlaced = sql`(s.latitude is not null and s.longitude is not null)`

/** The order of lists; the operator is the one of the path's index, which delivers this order. */
export const stationOrder = sql`s.dep_code using ~<~, s.name_place, s.id`

export const listStations: Handler<Calls['page']> = async (ctx, input) => {
  const { curPage, size, topPsIds, querySource, ...query } = input
  if (querySource) ctx.log.debug({ querySource }, 'stations are listed')
  const matching = matchingStations(ctx, query)
  const { rows: sums } = await sql<{ total: number; capacityKwp: number; acKw: number }>`
    select count(*)::int as total, coalesce(sum(s.capacity_kwp), 0) as "capacityKwp",
      coalesce(sum(s.ac_kw), 0) as "acKw"
    from station s where ${matching}`.execute(ctx.db)
  const { total, ...sum } = one(sums)
  const top = idsOf(topPsIds)
  const rows = await stationRows(ctx)
    .where(matching)
    .$if(top.length > 0, (wanted) => wanted.orderBy(sql`s.id = any(${top}::bigint[])`, 'desc'))
    .orderBy(stationOrder)
    .limit(size)
    .offset((curPage - 1) * size)
    .execute()
  return { list: rows.map(withLabel), hasNextPage: curPage * size < total, total, sum }
}

/** Only names; reads one row more than the page to see whether there are more. */
export const listOptions: Handler<Calls['options']> = async (ctx, input) => {
  const { curPage, size, topPsIds, querySource, ...query } = input
  if (querySource) ctx.log.debug({ querySource }, 'stations are offered')
  const top = idsOf(topPsIds)
  const rows = await ctx.db
    .selectFrom('station as s')
    .select(['s.id as psId', 's.name as psName'])
    .where(matchingStations(ctx, query))
    .$if(top.length > 0, (wanted) => wanted.orderBy(sql`s.id = any(${top}::bigint[])`, 'desc'))
    .orderBy(stationOrder)
    .limit(size + 1)
    .offset((curPage - 1) * size)
    .execute()
  return { list: rows.slice(0, size), hasNextPage: rows.length > size }
}

export const listProvinces: Handler<Calls['provinces']> = async (ctx) => {
  const { rows } = await sql<{ province: string; stations: number }>`
    select s.province, count(*)::int as stations from station s
    where s.province is not null and ${visibleStations(ctx.who, 's')}
    group by s.province order by stations desc, s.province`.execute(ctx.db)
  const counts = new Map<string, number>()
  for (const { province, stations } of rows) {
    const name = provinceNamed(province)?.name ?? province
    counts.set(name, (counts.get(name) ?? 0) + stations)
  }
  return [...counts]
    .map(([province, stations]) => ({ province, stations }))
    .toSorted((a, b) => b.stations - a.stations)
}
