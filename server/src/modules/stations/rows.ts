import type { Output } from '@heliodesk/contract/call.ts'
import { siteTypes, type SiteType, type stationCalls } from '@heliodesk/contract/stations.ts'
import { sql } from 'kysely'
import { notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'

export const stationRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('station as s')
    .innerJoin('psa as p', onKey('p.id', 's.psa_id'))
    .innerJoin('department as d', onKey('d.id', 's.department_id'))
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
      's.ac_kw as acKw',
      's.province',
      's.city',
      's.county',
      's.latitude',
      's.longitude',
      's.grid_date as gridDate',
      's.warranty_end as warrantyEnd',
      's.owner_name as ownerName',
      's.external_key as externalKey',
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

/** The station if this person may see it; unknown and invisible ones throw the same error. */
export async function getVisibleStation(ctx: Ctx, psId: string) {
  const station = await stationRows(ctx).where('s.id', '=', psId).executeTakeFirstOrThrow(notFound)
  return withLabel(station)
}

/** A station in the caller's scope, for queries of few columns. */
export const visibleStation = (ctx: Pick<Ctx, 'db' | 'who'>, psId: string) =>
  ctx.db.selectFrom('station as s').where('s.id', '=', psId).where(visibleStations(ctx.who, 's'))

/** Name and status, locked until commit: a concurrent retirement waits, or has been committed and is seen here. */
export async function keepVisibleStation(ctx: Pick<Ctx, 'db' | 'who'>, psId: string) {
  return visibleStation(ctx, psId)
    .select(['s.name as psName', 's.status'])
    .forShare()
    .executeTakeFirstOrThrow(notFound)
}

/** The same of a station that the caller may not see any more; undefined if there is none. */
export const keepStation = ({ db, who }: Pick<Ctx, 'db' | 'who'>, psId: string) =>
  db
    .selectFrom('station as s')
    .select(['s.name as psName', 's.status'])
    .select(visibleStations(who, 's').as('isVisible'))
    .where('s.id', '=', psId)
    .forShare()
    .executeTakeFirst()

export async function getStationDetail(
  ctx: Ctx,
  psId: string,
): Promise<Output<(typeof stationCalls)['detail']>> {
  const station = await stationRows(ctx)
    .select([
      's.address',
      's.contact_name as contactName',
      's.contact_phone as contactPhone',
      's.tariff',
      's.retired_on as retiredOn',
      's.retire_reason as retireReason',
      's.created_at',
    ])
    .where('s.id', '=', psId)
    .executeTakeFirstOrThrow(notFound)
  const { created_at, ...rest } = station
  return { ...withLabel(rest), createTime: toWireTime(created_at, ctx.who.timeZone) }
}

/** Comma-joined ids as in the specification's station query; other values are ignored. */
export const idsOf = (joined: string | undefined) =>
  (joined ?? '').split(',').filter((each) => /^[1-9]\d{0,17}$/.test(each))
