import type { Output } from '@heliodesk/contract/call.ts'
import { siteTypes, type SiteType, type stationCalls } from '@heliodesk/contract/stations.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'

export const stationRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('station as s')
    .innerJoin('psa as p', (join) =>
      join.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.psa_id'),
    )
    .innerJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 's.tenant_id').onRef('d.id', '=', 's.department_id'),
    )
    .select([
      's.id as psId',
      's.name as psName',
      's.psa_id as psaId',
      'p.name as psaName',
      's.department_id as depId',
    ])
    .select([
      'd.name as depName',
      's.dep_code as depCode',
      's.capacity_kwp as capacityKwp',
      's.province',
      's.city',
      's.grid_date as gridDate',
      's.version',
    ])
    .select([
      sql<SiteType>`s.site_type`.as('siteType'),
      sql<'1' | '2'>`s.maintenance_status`.as('maintenanceStatus'),
      sql<'1' | '3'>`s.status`.as('status'),
    ])
    .where(visibleStations(ctx.who, 's'))

export const withLabel = <Row extends { siteType: SiteType }>(row: Row) => ({
  ...row,
  siteTypeLabel: siteTypes[row.siteType],
})

/** The station when this person may see it; throws the same for unknown and for foreign ones. */
export async function getVisibleStation(ctx: Ctx, psId: string) {
  const station = await stationRows(ctx).where('s.id', '=', psId).executeTakeFirst()
  if (!station) throw notFound()
  return withLabel(station)
}

export async function getStationDetail(
  ctx: Ctx,
  psId: string,
): Promise<Output<(typeof stationCalls)['detail']>> {
  const station = await stationRows(ctx)
    .select([
      's.ac_kw as acKw',
      's.latitude',
      's.longitude',
      's.owner_name as ownerName',
      's.tariff',
      's.external_key as externalKey',
    ])
    .where('s.id', '=', psId)
    .executeTakeFirst()
  if (!station) throw notFound()
  return withLabel(station)
}

/** Comma-joined ids as the specification's station query carries them; anything else in the list is ignored. */
export const idsOf = (joined: string | undefined) =>
  (joined ?? '').split(',').filter((each) => /^[1-9]\d{0,17}$/.test(each))
