import type { Output } from '@heliodesk/contract/call.ts'
import { siteTypes, type StationAction, type StationField } from '@heliodesk/contract/station-fields.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { getVisibleStation } from './rows.ts'

export type Change = { field: StationField; from: string | null; to: string | null }

type Detail = Output<(typeof stationCalls)['detail']>

/** A field as readable text, independent of later changes to the records it refers to. */
const words: Record<StationField, (station: Detail) => string | number | null> = {
  psName: ({ psName }) => psName,
  psaId: ({ psaName }) => psaName,
  depId: ({ depName }) => depName,
  siteType: ({ siteType }) => siteTypes[siteType],
  capacityKwp: ({ capacityKwp }) => capacityKwp,
  acKw: ({ acKw }) => acKw,
  gridDate: ({ gridDate }) => gridDate,
  warrantyEnd: ({ warrantyEnd }) => warrantyEnd,
  province: ({ province }) => province,
  city: ({ city }) => city,
  county: ({ county }) => county,
  address: ({ address }) => address,
  latitude: ({ latitude }) => latitude,
  longitude: ({ longitude }) => longitude,
  ownerName: ({ ownerName }) => ownerName,
  contactName: ({ contactName }) => contactName,
  contactPhone: ({ contactPhone }) => contactPhone,
  tariff: ({ tariff }) => tariff,
  status: ({ status }) => (status === '3' ? '停用' : '启用'),
}

const fields = Object.keys(words) as StationField[]

/** The differences between two states of one station. */
export const changesBetween = (before: Detail, after: Detail): Change[] =>
  fields
    .map((field) => ({ field, from: words[field](before), to: words[field](after) }))
    .filter(({ from, to }) => from !== to)
    .map(({ field, from, to }) => ({ field, from: textOf(from), to: textOf(to) }))

const textOf = (value: string | number | null) => (value === null ? null : String(value))

export type NewEvent = { action: StationAction; changes?: Change[]; note?: string | null }

/** Runs within the transaction of the change; jobs have no more of a call's context than this. */
export async function recordStationEvent(
  { db, who, now }: Pick<Ctx, 'db' | 'who' | 'now'>,
  psId: string,
  { action, changes = [], note = null }: NewEvent,
): Promise<void> {
  await db
    .insertInto('station_event')
    .values({
      station_id: psId,
      at: now,
      actor_id: who.userId,
      actor_name: who.realname,
      action,
      changes: JSON.stringify(changes),
      note,
    })
    .execute()
}

export const listHistory: Handler<(typeof stationCalls)['history']> = async (ctx, { psId, ...wanted }) => {
  await getVisibleStation(ctx, psId)
  const events = ctx.db
    .selectFrom('station_event')
    .where('station_id', '=', psId)
    .select(['id', 'at as time', 'actor_name as actorName', 'note'])
    .select([sql<StationAction>`action`.as('action'), sql<Change[]>`changes`.as('changes')])
    .orderBy('id', 'desc')
  return sysPageOf(events, wanted, (row) => withWireTimes(row, ctx.who.timeZone))
}
