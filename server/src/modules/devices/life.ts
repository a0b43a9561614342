import type { Input } from '@heliodesk/contract/call.ts'
import type { deviceCalls } from '@heliodesk/contract/devices.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { recordEvents } from './events.ts'
import { lockDevice } from './locks.ts'
import { getDeviceById, type Device } from './rows.ts'
import { explainTaken, isReservedCode } from './write.ts'

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

export async function retireDevice(ctx: Ctx, input: Input<Calls['retire']>): Promise<Device> {
  const device = await lockDevice(ctx, input.id, input.version)
  requireInUse(device)
  requirePastDay(ctx, device, input.retiredOn, '退役日期')
  const { n } = await ctx.db
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('parent_id', '=', input.id)
    .where('status', '=', '1')
    .executeTakeFirstOrThrow()
  if (n !== '0') {
    throw new DomainError('device.has_children', `还有 ${n} 台在用的下级设备，请先退役、移走或更换`)
  }
  await ctx.db
    .updateTable('device')
    .set({ status: '3', retired_on: input.retiredOn, version: input.version + 1, updated_at: ctx.now })
    .where('id', '=', input.id)
    .execute()
  await recordEvents(ctx, [
    {
      deviceId: input.id,
      action: 'retire',
      note: input.reason,
      changes: [{ field: '退役日期', from: null, to: input.retiredOn }],
    },
  ])
  return getDeviceById(ctx, input.id)
}

/** What it hung on may have been retired meanwhile; then it hangs on nothing. */
export async function restoreDevice(ctx: Ctx, input: Input<Calls['restore']>): Promise<Device> {
  const device = await lockDevice(ctx, input.id, input.version)
  if (device.status === '1') throw new DomainError('device.in_use', '设备已在用')
  const parent = device.parent_id
    ? await ctx.db.selectFrom('device').select('status').where('id', '=', device.parent_id).executeTakeFirst()
    : null
  await ctx.db
    .updateTable('device')
    .set({
      status: '1',
      retired_on: null,
      version: input.version + 1,
      updated_at: ctx.now,
      ...(parent?.status === '1' ? {} : { parent_id: null }),
    })
    .where('id', '=', input.id)
    .execute()
  await recordEvents(ctx, [
    {
      deviceId: input.id,
      action: 'restore',
      note: input.reason,
      changes: [{ field: '退役日期', from: device.retired_on, to: null }],
    },
  ])
  return getDeviceById(ctx, input.id)
}

export async function replaceDevice(ctx: Ctx, input: Input<Calls['replace']>): Promise<Device> {
  const old = await lockDevice(ctx, input.id, input.version)
  requireInUse(old)
  requirePastDay(ctx, old, input.replacedOn, '更换日期')
  if (input.code && isReservedCode(input.code))
    throw new DomainError('device.code_taken', '“SB”加数字的编码由系统产生，请换一个')
  if (input.warrantyEnd && input.warrantyEnd < input.replacedOn)
    throw new DomainError('device.days', '质保到期不能早于更换日期')
  const oldName = await freeName(ctx, old, `（${input.replacedOn} 更换下）`)
  await ctx.db
    .updateTable('device')
    .set({
      name: oldName,
      status: '3',
      retired_on: input.replacedOn,
      parent_id: null,
      version: input.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', old.id)
    .execute()
  const { id } = await ctx.db
    .insertInto('device')
    .values({
      station_id: old.station_id,
      space_id: old.space_id,
      parent_id: old.parent_id,
      type_id: old.type_id,
      name: old.name,
      // The trigger gives a code where there is none.
      code: input.code as string,
      serial_no: input.serialNo || null,
      model: input.model || null,
      manufacturer: input.manufacturer || null,
      rated_kw: input.ratedKw ?? null,
      installed_on: input.replacedOn,
      warranty_end: input.warrantyEnd ?? null,
      attributes: JSON.stringify(old.attributes),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explainTaken)
  await ctx.db.updateTable('device').set({ parent_id: id }).where('parent_id', '=', old.id).execute()
  await recordEvents(ctx, [
    {
      deviceId: old.id,
      action: 'replace',
      note: input.reason,
      otherDeviceId: id,
      changes: [
        { field: '设备名称', from: old.name, to: oldName },
        { field: '退役日期', from: null, to: input.replacedOn },
      ],
    },
    { deviceId: id, action: 'replace', note: input.reason, otherDeviceId: old.id },
  ])
  return getDeviceById(ctx, id)
}

/** The old name with its ending, numbered where that was given away before. */
async function freeName(ctx: Ctx, { name, station_id }: Locked, ending: string): Promise<string> {
  for (let number = 1; ; number++) {
    const tail = number === 1 ? ending : `${ending}${number}`
    const wanted = `${name.slice(0, NAME_MAX - tail.length)}${tail}`
    const taken = await ctx.db
      .selectFrom('device')
      .select('id')
      .where('station_id', '=', station_id)
      .where('name', '=', wanted)
      .executeTakeFirst()
    if (!taken) return wanted
  }
}
