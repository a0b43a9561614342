import type { Input, Output } from '@heliodesk/contract/call.ts'
import { findProvince } from '@heliodesk/contract/province-spellings.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { keepHidden } from '../../kernel/hidden-columns.ts'
import { countOf } from '../../kernel/paging.ts'
import { missingRight } from '../../kernel/rights.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { ownDepartments, requireOpenDepartment } from '../departments/index.ts'
import { changesBetween, recordStationEvent } from './history.ts'
import { requireOpenPsa, requireVisiblePsa } from './psas.ts'
import { getStationDetail, visibleStation } from './rows.ts'

type Calls = typeof stationCalls

type StationInput = Input<Calls['add']>
type Detail = Output<Calls['detail']>
type Seen = { psId: string; version: number }

const NAME_TAKEN = new DomainError('station.name_taken', '该项目下已有同名电站')
const NOT_OWN = new DomainError('station.not_own', '该电站不属于您的部门，不能改变其归属部门')
const RETIRED = new DomainError('station.retired', '电站已退场，请先恢复在维')
const NOT_RETIRED = new DomainError('station.not_retired', '电站在维，无需恢复')

const toColumns = (input: StationInput) => ({
  name: input.psName,
  psa_id: input.psaId,
  department_id: input.depId,
  site_type: input.siteType,
  capacity_kwp: input.capacityKwp,
  ac_kw: input.acKw,
  grid_date: input.gridDate,
  warranty_end: input.warrantyEnd,
  province: input.province ? (findProvince(input.province) ?? input.province) : null,
  city: input.city || null,
  county: input.county || null,
  address: input.address || null,
  latitude: input.latitude,
  longitude: input.longitude,
  owner_name: input.ownerName || null,
  contact_name: input.contactName || null,
  contact_phone: input.contactPhone || null,
  tariff: input.tariff,
  status: input.status,
})

type Columns = ReturnType<typeof toColumns>

/** A caller who was shown neither phone nor tariff does not change them. */
const withHidden = (
  { who }: Ctx,
  columns: Columns,
  stored: Pick<Columns, 'contact_phone'> & { tariff: number | null },
): Columns => ({
  ...columns,
  contact_phone: keepHidden(who, 'phone', { sent: columns.contact_phone, stored: stored.contact_phone }),
  tariff: keepHidden(who, 'tariff', { sent: columns.tariff, stored: stored.tariff }),
})

function requireSensibleDays({ gridDate, warrantyEnd }: StationInput): void {
  if (gridDate && warrantyEnd && warrantyEnd < gridDate)
    throw new DomainError('station.days', `质保截止不能早于并网日期 ${gridDate}`)
}

export async function addStation(ctx: Ctx, input: StationInput): Promise<Detail> {
  requireSensibleDays(input)
  await requireOpenDepartment(ctx, input.depId)
  await requireOpenPsa(ctx, input.psaId)
  // A trigger fills in the department's code.
  const values = { ...toColumns(input), dep_code: '', created_at: ctx.now }
  const id = await insertRow(ctx.db, 'station', values).catch(onViolation('station_name', NAME_TAKEN))
  await recordStationEvent(ctx, id, { action: 'create' })
  return getStationDetail(ctx, id)
}

/** A trigger moves a station's work orders along with it. */
export async function editStation(ctx: Ctx, input: StationInput & Seen): Promise<Detail> {
  requireSensibleDays(input)
  const current = await lockStation(ctx, input)
  const moves = current.department_id !== input.depId
  if (moves) {
    if (!current.own) throw NOT_OWN
    await requireOpenDepartment(ctx, input.depId)
  }
  if (current.psa_id !== input.psaId) await requireOpenPsa(ctx, input.psaId)
  // A retired station stays disabled.
  if (current.maintenance_status === '2' && input.status === '1') throw RETIRED
  const isMove = moves || current.psa_id !== input.psaId
  return change(ctx, input, withHidden(ctx, toColumns(input), current), (before, after) => {
    const changes = changesBetween(before, after)
    return changes.length > 0 ? { action: isMove ? 'move' : 'edit', changes } : null
  })
}

/** Refused while work orders are open, because their executors could no longer find the station. */
export const retireStation: Handler<Calls['retire']> = async (ctx, input) => {
  const { reason, retiredOn } = input
  const { maintenance_status, grid_date } = await lockStation(ctx, input)
  if (maintenance_status === '2') throw RETIRED
  if (retiredOn > toWireDay(ctx.now, ctx.who.timeZone))
    throw new DomainError('station.days', '退场日期不能晚于今天')
  if (grid_date && retiredOn < grid_date)
    throw new DomainError('station.days', `退场日期不能早于并网日期 ${grid_date}`)
  const ofStation = ctx.db.selectFrom('work_order').where('station_id', '=', input.psId)
  const n = await countOf(ofStation.where('flow_sts', '<', 4))
  if (n > 0) {
    const seesOrders = (await missingRight(ctx, ['order:list'])) === null
    const orders = seesOrders ? ` ${n} 张工单` : '工单'
    throw new DomainError('station.open_orders', `还有${orders}没有办结，请先完成或作废后再退场`)
  }
  const columns = { maintenance_status: '2', status: '3', retired_on: retiredOn, retire_reason: reason }
  return change(ctx, input, columns, () => ({ action: 'retire', note: `${retiredOn} ${reason}` }))
}

export async function restoreStation(ctx: Ctx, input: Seen): Promise<Detail> {
  const { maintenance_status } = await lockStation(ctx, input)
  if (maintenance_status !== '2') throw NOT_RETIRED
  const columns = { maintenance_status: '1', status: '1', retired_on: null, retire_reason: null }
  return change(ctx, input, columns, () => ({ action: 'restore' }))
}

export const isNameTaken: Handler<Calls['nameTaken']> = async (ctx, { psName, psaId, psId }) => {
  await requireVisiblePsa(ctx, psaId)
  const same = await ctx.db
    .selectFrom('station')
    .select('id')
    .where('psa_id', '=', psaId)
    .where('name', '=', psName)
    .executeTakeFirst()
  return same !== undefined && same.id !== psId
}

type Event = Parameters<typeof recordStationEvent>[2]

/** Updates a locked station and records its history; `eventOf` returns null if nothing changed. */
async function change(
  ctx: Ctx,
  { psId, version }: Seen,
  columns: Record<string, string | number | null>,
  eventOf: (before: Detail, after: Detail) => Event | null,
): Promise<Detail> {
  const before = await getStationDetail(ctx, psId)
  await updateRow(ctx.db, 'station', psId, { ...columns, version: version + 1, updated_at: ctx.now }).catch(
    onViolation('station_name', NAME_TAKEN),
  )
  const after = await getStationDetail(ctx, psId)
  const event = eventOf(before, after)
  if (event) await recordStationEvent(ctx, psId, event)
  return after
}

/** The station at the version that the caller saw; `own` is false if it is only visible through a related project. */
async function lockStation(ctx: Ctx, { psId, version }: Seen) {
  const station = await visibleStation(ctx, psId)
    .select(['s.version', 's.department_id', 's.psa_id', 's.maintenance_status', 's.grid_date'])
    .select(['s.contact_phone', 's.tariff'])
    .select(ownDepartments(ctx.who, 's.dep_code').as('own'))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(station, version, stale('station', '电站'))
  return station
}
