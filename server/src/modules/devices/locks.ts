import { sql, type SqlBool } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { stale } from '../../kernel/versioned.ts'
import { entryOf } from '../../platform/certain.ts'

export const staleDevice = (code: string) => stale('device', `设备“${code}”`)

/**
 * Locks stations in scope in the order of their ids. Changes of a station's devices run one after the other, so that
 * two changes together cannot create a cycle.
 */
export async function lockStations(ctx: Ctx, ids: string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.db
    .selectFrom('station as s')
    .select(['s.id', 's.name', 's.status'])
    .where(sql<SqlBool>`s.id = any(${wanted}::bigint[])`)
    .where(visibleStations(ctx.who, 's'))
    .orderBy('s.id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < wanted.length) throw notFound()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks the station that a device joins. */
export async function lockOpenStation(ctx: Ctx, id: string): Promise<void> {
  const station = entryOf(await lockStations(ctx, [id]), id)
  if (station.status !== '1') {
    throw new DomainError('device.station_disabled', `电站“${station.name}”已停用，不能登记设备`)
  }
}

export async function stationsOf(ctx: Ctx, deviceIds: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('device')
    .select('station_id')
    .distinct()
    .where(sql<SqlBool>`id = any(${deviceIds}::bigint[])`)
    .execute()
  return rows.map((row) => row.station_id)
}

/** Locks a device in scope, after its station; throws if it has changed since the caller saw it. */
export async function lockDevice(ctx: Ctx, id: string, version: number) {
  const [stationId] = await stationsOf(ctx, [id])
  if (!stationId) throw notFound()
  await lockStations(ctx, [stationId])
  const row = await ctx.db
    .selectFrom('device')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.version !== version || row.station_id !== stationId) throw staleDevice(row.code)
  return row
}
