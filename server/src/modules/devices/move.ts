import type { Input } from '@heliodesk/contract/call.ts'
import type { deviceCalls } from '@heliodesk/contract/devices.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { entryOf, one } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { recordEvents, type Change } from './events.ts'
import { lockStations, staleDevice, stationsOf } from './locks.ts'
import { explainTaken, requireSpaceOf } from './write.ts'

type Moving = {
  id: string
  code: string
  name: string
  version: number
  station_id: string
  space_path: string | null
  parent_id: string | null
  parent_name: string | null
}

/** Moves all devices or none, with those attached to them; a device already in the target place stays unchanged. */
export async function moveDevices(
  ctx: Ctx,
  { devices, psId, spaceId, reason }: Input<(typeof deviceCalls)['move']>,
): Promise<{ moved: number }> {
  const seen = new Map(devices.map(({ id, version }) => [id, version]))
  const sources = await stationsOf(ctx, [...seen.keys()])
  const stations = await lockStations(ctx, [...sources, psId])
  const target = entryOf(stations, psId)
  const moving = await lockWithChildren(ctx, [...seen.keys()])
  for (const [id, version] of seen) {
    const device = moving.find((each) => each.id === id)
    if (!device) throw notFound()
    if (device.version !== version || !stations.has(device.station_id)) throw staleDevice(device.code)
  }
  const leaving = moving.filter(({ station_id }) => station_id !== psId)
  if (leaving.length > 0 && target.status !== '1')
    throw new DomainError('device.station_disabled', `电站“${target.name}”已停用，不能移入设备`)
  if (spaceId) await requireSpaceOf(ctx, psId, spaceId)
  await requireNoOpenOrders(ctx, leaving)
  await requireNewNames(ctx, psId, leaving)

  const newPath = await pathOf(ctx, spaceId)
  const ids = moving.map(({ id }) => id)
  const events = moving.map((device) => {
    const from = entryOf(stations, device.station_id).name
    return { device, changes: changesOf(device, { ids, psId, from, to: target.name, newPath }) }
  })
  const moved = events.filter(({ changes }) => changes.length > 0)
  await sql`
    update device d set station_id = ${psId}, space_id = ${spaceId ?? null}, version = version + 1,
      updated_at = ${ctx.now}::timestamptz,
      parent_id = case when d.station_id = ${psId} or d.parent_id = any(${ids}::bigint[]) then d.parent_id end
    where d.id = any(${moved.map(({ device }) => device.id)}::bigint[])`
    .execute(ctx.db)
    .catch(explainTaken)
  await recordEvents(
    ctx,
    moved.map(({ device, changes }) => ({ deviceId: device.id, action: 'move', note: reason, changes })),
  )
  return { moved: moved.length }
}

type Target = { ids: string[]; psId: string; from: string; to: string; newPath: string | null }

function changesOf(device: Moving, { ids, psId, from, to, newPath }: Target): Change[] {
  const leaves = device.station_id !== psId
  const orphaned = leaves && device.parent_id !== null && !ids.includes(device.parent_id)
  return [
    ...(leaves ? [{ field: '电站', from, to }] : []),
    ...(device.space_path === newPath ? [] : [{ field: '所在区域', from: device.space_path, to: newPath }]),
    ...(orphaned ? [{ field: '上级设备', from: device.parent_name, to: null }] : []),
  ]
}

/** Locks the devices and all devices attached below them, in the order of their ids. */
async function lockWithChildren(ctx: Ctx, ids: string[]): Promise<Moving[]> {
  const { rows } = await sql<Moving>`
    with recursive tree as (
      select id from device where id = any(${ids}::bigint[])
      union select c.id from device c join tree on c.parent_id = tree.id
    )
    select d.id, d.code, d.name, d.version, d.station_id, d.parent_id,
      (select p.name from device p where p.id = d.parent_id) as parent_name,
      case when d.space_id is not null then app.space_path(d.space_id) end as space_path
    from device d where d.id in (select id from tree) order by d.id for update of d`.execute(ctx.db)
  return rows
}

/** An order belongs to the station where its work is done. */
async function requireNoOpenOrders(ctx: Ctx, leaving: Moving[]): Promise<void> {
  const order = await ctx.db
    .selectFrom('work_order as o')
    .innerJoin('device as d', onKey('d.id', 'o.device_id'))
    .select(['o.work_code', 'd.name'])
    .where(sql<boolean>`o.device_id = any(${leaving.map(({ id }) => id)}::bigint[])`)
    .where('o.flow_sts', '<', 4)
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst()
  if (!order) return
  const seesOrders = (await missingRight(ctx, ['order:list'])) === null
  const which = seesOrders ? ` ${order.work_code}` : ''
  throw new DomainError('device.open_orders', `设备“${order.name}”还有未关闭的工单${which}，不能移到其他电站`)
}

async function requireNewNames(ctx: Ctx, psId: string, leaving: Moving[]): Promise<void> {
  const names = leaving.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  const there = await ctx.db
    .selectFrom('device')
    .select('name')
    .where('station_id', '=', psId)
    .where(sql<boolean>`name = any(${names}::text[])`)
    .limit(1)
    .executeTakeFirst()
  const taken = there?.name ?? twice
  if (taken) throw new DomainError('device.name_taken', `目标电站将有两台设备都叫“${taken}”，请先改名`)
}

async function pathOf(ctx: Ctx, spaceId: string | undefined): Promise<string | null> {
  if (!spaceId) return null
  const { rows } = await sql<{ path: string | null }>`select app.space_path(${spaceId}) as path`.execute(
    ctx.db,
  )
  return one(rows).path
}
