import type { Input } from '@heliodesk/contract/call.ts'
import type { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { countOf } from '../../kernel/paging.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { hasRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { changesBetween, recordEvents, titleOf } from './events.ts'
import { lockDevice } from './locks.ts'
import { getDeviceById, type Device } from './rows.ts'
import { CODE_RESERVED, explainTaken, isReservedCode, plateColumns } from './write.ts'

type Calls = typeof deviceCalls

const NAME_MAX = 100

type Locked = Awaited<ReturnType<typeof lockDevice>>

function requireInUse(device: Locked): void {
  if (device.status !== '1') throw new DomainError('device.retired', '设备已退役')
}

function requirePastDay(ctx: Ctx, { installed_on }: Locked, day: string, title: string): void {
  if (day > toWireDay(ctx.now, ctx.who.timeZone)) throw new DomainError('device.days', `${title}不能晚于今天`)
  if (installed_on && day < installed_on)
    throw new DomainError('device.days', `${title}不能早于投运日期 ${installed_on}`)
}

type Columns = { status: string; retired_on: string | null; parent_id?: null }
type Said = Pick<Parameters<typeof recordEvents>[1][number], 'action' | 'note' | 'otherDeviceId'>

/** Updates a locked device and records the differences in its history. */
async function change(ctx: Ctx, { id, version }: Locked, columns: Columns, said: Said): Promise<Device> {
  const before = await getDeviceById(ctx, id)
  await updateRow(ctx.db, 'device', id, { ...columns, version: version + 1, updated_at: ctx.now })
  const after = await getDeviceById(ctx, id)
  await recordEvents(ctx, [{ ...said, deviceId: id, changes: changesBetween(before, after) }])
  return after
}

export async function retireDevice(ctx: Ctx, input: Input<Calls['retire']>): Promise<Device> {
  const device = await lockDevice(ctx, input.id, input.version)
  requireInUse(device)
  requirePastDay(ctx, device, input.retiredOn, '退役日期')
  const below = ctx.db.selectFrom('device').where('parent_id', '=', input.id)
  const n = await countOf(below.where('status', '=', '1'))
  if (n > 0) {
    throw new DomainError('device.has_children', `还有 ${n} 台在用的下级设备，请先退役、移走或更换`)
  }
  const columns = { status: '3', retired_on: input.retiredOn }
  return change(ctx, device, columns, { action: 'retire', note: input.reason })
}

/** If its parent device has been retired meanwhile, it gets no parent. */
export async function restoreDevice(ctx: Ctx, input: Input<Calls['restore']>): Promise<Device> {
  const device = await lockDevice(ctx, input.id, input.version)
  if (device.status === '1') throw new DomainError('device.in_use', '设备已在用')
  const parent = device.parent_id
    ? await ctx.db.selectFrom('device').select('status').where('id', '=', device.parent_id).executeTakeFirst()
    : null
  const columns = {
    status: '1',
    retired_on: null,
    ...(parent?.status === '1' ? {} : { parent_id: null }),
  }
  return change(ctx, device, columns, { action: 'restore', note: input.reason })
}

type Replacement = Input<Calls['replace']>

export async function replaceDevice(ctx: Ctx, input: Replacement): Promise<Device> {
  const old = await lockDevice(ctx, input.id, input.version)
  requireReplaceable(ctx, old, input)
  const before = await getDeviceById(ctx, old.id)
  await stepAside(ctx, old, input.replacedOn)
  const id = await insertSuccessor(ctx, old, input)
  const changes = changesBetween(before, await getDeviceById(ctx, old.id))
  await recordEvents(ctx, [
    { deviceId: old.id, action: 'replace', note: input.reason, otherDeviceId: id, changes },
    { deviceId: id, action: 'replace', note: input.reason, otherDeviceId: old.id },
  ])
  await hangOn(ctx, before, await getDeviceById(ctx, id), input.reason)
  return getDeviceById(ctx, id)
}

function requireReplaceable(ctx: Ctx, old: Locked, { code, replacedOn, warrantyEnd }: Replacement): void {
  requireInUse(old)
  requirePastDay(ctx, old, replacedOn, '更换日期')
  if (code && isReservedCode(code)) throw CODE_RESERVED
  if (warrantyEnd && warrantyEnd < replacedOn)
    throw new DomainError('device.days', '质保到期不能早于更换日期')
}

/** Retires a device and frees its name for its replacement. */
async function stepAside(ctx: Ctx, old: Locked, day: string): Promise<void> {
  await updateRow(ctx.db, 'device', old.id, {
    name: await freeName(ctx, old, `（${day} 更换下）`),
    status: '3',
    retired_on: day,
    parent_id: null,
    version: old.version + 1,
    updated_at: ctx.now,
  })
}

async function insertSuccessor(ctx: Ctx, old: Locked, input: Replacement): Promise<string> {
  return insertRow(ctx.db, 'device', {
    station_id: old.station_id,
    space_id: old.space_id,
    parent_id: old.parent_id,
    type_id: old.type_id,
    name: old.name,
    // A trigger assigns a code if there is none.
    code: input.code as string,
    ...plateColumns(input),
    installed_on: input.replacedOn,
    attributes: JSON.stringify(old.attributes),
    created_at: ctx.now,
    updated_at: ctx.now,
  }).catch(explainTaken)
}

/** Reattaches the child devices of one device to another. */
async function hangOn(ctx: Ctx, old: Device, fresh: Device, note: string): Promise<void> {
  const hanging = await ctx.db
    .updateTable('device')
    .set((eb) => ({ parent_id: fresh.id, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('parent_id', '=', old.id)
    .returning('id')
    .execute()
  const changes = [{ field: '上级设备', from: titleOf(old), to: titleOf(fresh) }]
  await recordEvents(
    ctx,
    hanging.map(({ id }) => ({ deviceId: id, action: 'edit', note, changes })),
  )
}

/** The old name with the ending, numbered if that name is taken. */
async function freeName(ctx: Ctx, { name, station_id }: Locked, ending: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tail = number === 1 ? ending : `${ending}${number}`
    const wanted = `${cut(name, NAME_MAX - tail.length)}${tail}`
    const neighbours = ctx.db.selectFrom('device').where('station_id', '=', station_id)
    if (!(await hasRow(neighbours.where('name', '=', wanted)))) return wanted
  }
}

/** The beginning of a text, without half a surrogate pair at its end. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
