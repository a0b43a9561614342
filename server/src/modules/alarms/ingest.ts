import type { alarmCalls } from '@heliodesk/contract/alarms.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { MINUTE_MS } from '@heliodesk/contract/telemetry.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { findStations, type Stations } from '../generation/index.ts'

type Call = (typeof alarmCalls)['ingest']
type Sent = Input<Call>['events'][number]

/** Clocks of collectors run fast. */
const EARLY_MS = 10 * MINUTE_MS
const FIRST_MS = Date.UTC(2000, 0, 2)

type Watcher = (ctx: Ctx, stationIds: readonly string[]) => Promise<void>
const watchers: Watcher[] = []

/** `watcher` is called, in their transaction, with the stations of which alarms were taken. */
export const watchAlarms = (watcher: Watcher): void => void watchers.push(watcher)

type Found = { stationId: string; deviceId: string | null; at: Date; key: string }

export async function ingestAlarms(ctx: Ctx, { events }: Input<Call>): Promise<Output<Call>> {
  const stations = await findStations(ctx, {
    ids: events.flatMap(({ psId }) => psId ?? []),
    keys: events.flatMap(({ externalKey }) => externalKey || []),
  })
  const devices = await findDevices(ctx, events)
  const found = events.map((event) => findPlace(ctx, event, stations, devices))
  const rows = events.flatMap((event, place) => {
    const at = found[place]
    return at === undefined || typeof at === 'string' ? [] : [toRow(event, at)]
  })
  const stored = await storeEvents(ctx, rows)
  const touched = new Set<string>()
  const results = found.map((at): Output<Call>['results'][number] => {
    if (typeof at === 'string') return { outcome: 'rejected', reason: at }
    if (!stored.delete(at.key)) return { outcome: 'duplicate', reason: '' }
    touched.add(at.stationId)
    return { outcome: 'stored', reason: '' }
  })
  if (touched.size > 0) for (const watcher of watchers) await watcher(ctx, [...touched])
  return { stored: results.filter(({ outcome }) => outcome === 'stored').length, results }
}

type Devices = Map<string, { id: string; stationId: string }>

async function findDevices({ db }: Ctx, events: readonly Sent[]): Promise<Devices> {
  const codes = [...new Set(events.flatMap(({ device }) => device || []))]
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ id: string; code: string; stationId: string }>`
    select d.id, d.code, d.station_id as "stationId" from device d where d.code = any(${codes}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

/** Of what and when an event is, or why it is rejected. */
function findPlace(
  { who, now }: Ctx,
  event: Sent,
  { byId, byKey }: Stations,
  devices: Devices,
): Found | string {
  const { psId, externalKey, device, code, part, edge, eventKey } = event
  if (!psId && !externalKey) return '请填写电站（psId）或外部编号（externalKey）'
  const station = psId ? byId.get(psId) : byKey.get(externalKey ?? '')
  if (!station) return '电站不存在或无权查看'
  const known = device ? devices.get(device) : undefined
  if (device && known?.stationId !== station.id) return `设备“${device}”不在这个电站`
  const at = fromWireTime(event.time, who.timeZone)
  if (at.getTime() > now.getTime() + EARLY_MS) return '设备时间晚于现在'
  if (at.getTime() < FIRST_MS) return '设备时间不能早于 2000 年'
  const deviceId = known?.id ?? null
  const key = eventKey ? [station.id, eventKey] : [station.id, deviceId, code, part, edge, at.getTime()]
  return { stationId: station.id, deviceId, at, key: JSON.stringify(key) }
}

const toRow = ({ code, part, name, level, edge }: Sent, { stationId, deviceId, at, key }: Found) => ({
  station_id: stationId,
  device_id: deviceId,
  code,
  part,
  name,
  level,
  edge,
  at: at.toISOString(),
  key,
})

/** Adds what is new; returns its keys. */
async function storeEvents(
  { db, now }: Ctx,
  rows: readonly ReturnType<typeof toRow>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  // In the order of the key, so that two batches cannot deadlock.
  const { rows: stored } = await sql<{ key: string }>`
    insert into alarm_event (station_id, device_id, code, part, name, level, edge, at, received_at, key)
    select station_id, device_id, code, part, name, level, edge, at, ${now}::timestamptz, key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (station_id bigint, device_id bigint, code text,
      part text, name text, level smallint, edge text, at timestamptz, key text)
    order by key
    on conflict (tenant_id, key) do nothing returning key`.execute(db)
  return new Set(stored.map(({ key }) => key))
}
