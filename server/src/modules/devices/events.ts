import type { Output } from '@heliodesk/contract/call.ts'
import type { deviceCalls } from '@heliodesk/contract/devices.ts'
import { own } from '@heliodesk/contract/own.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { getDeviceById, type Device } from './rows.ts'

type Event = Output<(typeof deviceCalls)['history']>[number]
export type Change = Event['changes'][number]

const actionNames: Record<Event['action'], string> = {
  create: '登记',
  edit: '修改',
  move: '移动',
  retire: '退役',
  restore: '恢复在用',
  replace: '更换',
}

type NewEvent = {
  deviceId: string
  action: Event['action']
  changes?: Change[]
  note?: string
  otherDeviceId?: string | null
}

type EventCtx = Pick<Ctx, 'db' | 'who' | 'now'>

/** Records events of devices, in the transaction that caused them. */
export const recordEvents = ({ db, who, now }: EventCtx, events: NewEvent[]): Promise<void> =>
  insertRows(
    db,
    'device_event',
    events.map(({ deviceId, action, changes = [], note = '', otherDeviceId = null }) => ({
      device_id: deviceId,
      at: now.toISOString(),
      actor_id: who.userId,
      actor_name: who.realname,
      action,
      // node-postgres would send a plain array as a PostgreSQL array.
      changes: changes as never,
      note,
      other_device_id: otherDeviceId,
    })),
  )

export const titleOf = ({ name, code }: { name: string; code: string }) => `${name}（${code}）`

/** Every field as readable text, by its title. */
const readable = (device: Device): Record<string, string | null> => ({
  设备名称: device.name,
  设备编码: device.code,
  设备类型: device.typePath,
  所在区域: device.spacePath,
  上级设备: device.parentDevice && titleOf(device.parentDevice),
  序列号: device.serialNo,
  型号: device.model,
  生产厂家: device.manufacturer,
  额定功率: device.ratedKw === null ? null : `${device.ratedKw} kW`,
  投运日期: device.installedOn,
  质保到期: device.warrantyEnd,
  退役日期: device.retiredOn,
  备注: device.remark,
  图片资料: device.pictures.map(({ name }) => name).join('、') || null,
  ...Object.fromEntries(
    device.attributes.map(({ name, unit, value }) => [
      `参数 ${name}`,
      value && [value, unit].filter(Boolean).join(' '),
    ]),
  ),
})

export function changesBetween(before: Device, after: Device): Change[] {
  const [was, is] = [readable(before), readable(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, from: own(was, field) ?? null, to: own(is, field) ?? null }))
    .filter(({ from, to }) => from !== to)
}

type EventRecord = Omit<Event, 'at' | 'actionName'> & { at: Date }

/** A device's events, newest first; references to devices that the caller may not see are left out. */
export async function listEvents(ctx: Ctx, id: string): Promise<Event[]> {
  await getDeviceById(ctx, id)
  const { rows } = await sql<EventRecord>`
    select e.id, e.at, e.actor_name as "actorName", e.action, e.changes, e.note,
      (select json_build_object('id', d.id::text, 'code', d.code, 'name', d.name)
        from device d join station s on s.tenant_id = d.tenant_id and s.id = d.station_id
        where d.tenant_id = e.tenant_id and d.id = e.other_device_id and ${visibleStations(ctx.who, 's')}) as "otherDevice"
    from device_event e where e.device_id = ${id} order by e.id desc`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    at: toWireTime(row.at, ctx.who.timeZone),
    actionName: actionNames[row.action],
  }))
}
