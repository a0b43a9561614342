import type { Input } from '@heliodesk/contract/call.ts'
import { DEVICE_FILES } from '@heliodesk/contract/device-fields.ts'
import type { deviceCalls } from '@heliodesk/contract/devices.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { onViolations } from '../../kernel/violations.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { keepFiles, releaseFile } from '../files/index.ts'
import { changesBetween, recordEvents } from './events.ts'
import { lockDevice, lockOpenStation } from './locks.ts'
import { getDeviceById, type Device } from './rows.ts'

type AddInput = Input<(typeof deviceCalls)['add']>
type EditInput = Input<(typeof deviceCalls)['edit']>
type Fields = Omit<EditInput, 'id' | 'version'>

const CODE_TAKEN = new DomainError('device.code_taken', '设备编码已存在')
export const CODE_RESERVED = new DomainError('device.code_taken', '“SB”加数字的编码由系统产生，请换一个')
const NAME_TAKEN = new DomainError('device.name_taken', '该电站下已有同名设备')
const GONE = new DomainError('device.retired', '设备已退役，恢复在用后才能修改')

const OWN_CODE = /^SB\d{7,}$/

/** Only the database assigns codes of this form, so that an assigned code is never taken. */
export const isReservedCode = (code: string) => OWN_CODE.test(code)

/** Translates the violation of either of a device's unique names into a sentence. */
export const explainTaken = onViolations({
  device_code_taken: CODE_TAKEN,
  device_tenant_id_station_id_name_key: NAME_TAKEN,
})

type OnPlate = Pick<Fields, 'serialNo' | 'model' | 'manufacturer' | 'ratedKw' | 'warrantyEnd'>

/** What a device's name plate and papers say. */
export const plateColumns = (input: OnPlate) => ({
  serial_no: input.serialNo || null,
  model: input.model || null,
  manufacturer: input.manufacturer || null,
  rated_kw: input.ratedKw ?? null,
  warranty_end: input.warrantyEnd ?? null,
})

const toColumns = (input: Fields) => ({
  ...plateColumns(input),
  name: input.name,
  type_id: input.typeId,
  space_id: input.spaceId ?? null,
  parent_id: input.parentDeviceId ?? null,
  installed_on: input.installedOn ?? null,
  attributes: JSON.stringify(
    Object.fromEntries(
      input.attributes.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
    ),
  ),
  remark: input.remark || null,
})

export async function addDevice(ctx: Ctx, input: AddInput): Promise<Device> {
  await lockOpenStation(ctx, input.psId)
  if (input.code && isReservedCode(input.code)) throw CODE_RESERVED
  requireSensibleDays(input)
  await requireType(ctx, input.typeId, null)
  if (input.spaceId) await requireSpaceOf(ctx, input.psId, input.spaceId)
  if (input.parentDeviceId) await requireParent(ctx, input.psId, input.parentDeviceId, null)
  const id = await insertRow(ctx.db, 'device', {
    ...toColumns(input),
    station_id: input.psId,
    // A trigger assigns a code if there is none.
    code: input.code as string,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).catch(explainTaken)
  await setPictures(ctx, id, input.pictures)
  await recordEvents(ctx, [{ deviceId: id, action: 'create' }])
  return getDeviceById(ctx, id)
}

export async function editDevice(ctx: Ctx, input: EditInput): Promise<Device> {
  const current = await lockDevice(ctx, input.id, input.version)
  const before = await getDeviceById(ctx, input.id)
  if (current.status !== '1') throw GONE
  const code = input.code ?? current.code
  if (code !== current.code && isReservedCode(code)) throw CODE_RESERVED
  requireSensibleDays(input)
  await requireType(ctx, input.typeId, current.type_id)
  if (input.spaceId) await requireSpaceOf(ctx, current.station_id, input.spaceId)
  if (input.parentDeviceId) await requireParent(ctx, current.station_id, input.parentDeviceId, input.id)
  await updateRow(ctx.db, 'device', input.id, {
    ...toColumns(input),
    code,
    version: input.version + 1,
    updated_at: ctx.now,
  }).catch(explainTaken)
  await setPictures(ctx, input.id, input.pictures)
  const after = await getDeviceById(ctx, input.id)
  const changes = changesBetween(before, after)
  if (changes.length > 0) await recordEvents(ctx, [{ deviceId: input.id, action: 'edit', changes }])
  return after
}

function requireSensibleDays({ installedOn, warrantyEnd }: Pick<Fields, 'installedOn' | 'warrantyEnd'>) {
  if (installedOn && warrantyEnd && warrantyEnd < installedOn)
    throw new DomainError('device.days', '质保到期不能早于投运日期')
}

/** An enabled type; the device's current type may be disabled. */
async function requireType(ctx: Ctx, id: string, already: string | null): Promise<void> {
  const type = await ctx.db
    .selectFrom('device_type')
    .select(['name', 'status'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound)
  if (type.status !== '1' && id !== already)
    throw new DomainError('device.type_disabled', `设备类型“${type.name}”已停用`)
}

export async function requireSpaceOf(ctx: Ctx, stationId: string, spaceId: string): Promise<void> {
  await ctx.db
    .selectFrom('space')
    .select('id')
    .where('id', '=', spaceId)
    .where('station_id', '=', stationId)
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound)
}

/** A device in use at the same station, but not the device itself or one attached to it. */
async function requireParent(ctx: Ctx, stationId: string, id: string, child: string | null): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; status: string }>`
    with recursive up as (
      select id, parent_id, name, status, 0 as level from device where id = ${id} and station_id = ${stationId}
      union all
      select d.id, d.parent_id, d.name, d.status, up.level + 1 from up join device d on d.id = up.parent_id
    ) cycle id set looped using way
    select id, name, status from up order by level`.execute(ctx.db)
  const [parent] = rows
  if (!parent) throw notFound()
  if (parent.status !== '1') throw new DomainError('device.parent_retired', `上级设备“${parent.name}”已退役`)
  if (child && rows.some((row) => row.id === child))
    throw new DomainError('device.circle', '上级设备不能是设备自身或其下级设备')
}

/** New pictures must be the caller's own uploads; removed ones are released and swept. */
async function setPictures(ctx: Ctx, deviceId: string, pictures: string[]): Promise<void> {
  const paths = [...new Set(pictures)]
  const rows = await ctx.db
    .selectFrom('device_file')
    .select('path')
    .where('device_id', '=', deviceId)
    .orderBy('position')
    .execute()
  const known = rows.map(({ path }) => path)
  if (JSON.stringify(known) === JSON.stringify(paths)) return
  await keepFiles(ctx, paths, 'device', { max: DEVICE_FILES, present: known })
  await ctx.db.deleteFrom('device_file').where('device_id', '=', deviceId).execute()
  for (const path of known.filter((each) => !paths.includes(each))) await releaseFile(ctx, path)
  await insertRows(
    ctx.db,
    'device_file',
    paths.map((path, at) => ({ device_id: deviceId, path, position: at + 1 })),
  )
}
