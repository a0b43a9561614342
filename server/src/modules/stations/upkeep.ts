import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { onViolation } from '../../kernel/violations.ts'
import { ownDepartments, requireOpenDepartment } from '../departments/index.ts'
import { requireOpenPsa } from './psas.ts'
import { getStationDetail } from './rows.ts'

type StationInput = Input<(typeof stationCalls)['add']>
type Detail = Output<(typeof stationCalls)['detail']>

const NAME_TAKEN = new DomainError('station.name_taken', '该项目下已有同名电站')
const STALE = new DomainError('station.stale', '电站已被他人更新，请刷新后重试')
const NOT_OWN = new DomainError('station.not_own', '该电站不属于您的部门，不能改变其归属部门')

const toColumns = (input: StationInput) => ({
  name: input.psName,
  psa_id: input.psaId,
  department_id: input.depId,
  site_type: input.siteType,
  capacity_kwp: input.capacityKwp,
  ac_kw: input.acKw,
  grid_date: input.gridDate,
  province: input.province || null,
  city: input.city || null,
  latitude: input.latitude,
  longitude: input.longitude,
  owner_name: input.ownerName || null,
  tariff: input.tariff,
  maintenance_status: input.maintenanceStatus,
  status: input.status,
})

export async function addStation(ctx: Ctx, input: StationInput): Promise<Detail> {
  await requireOpenDepartment(ctx, input.depId)
  await requireOpenPsa(ctx, input.psaId)
  const { id } = await ctx.db
    .insertInto('station')
    // The trigger fills in the department's code.
    .values({ ...toColumns(input), dep_code: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(onViolation('station_name', NAME_TAKEN))
  return getStationDetail(ctx, id)
}

/** A station that moves takes its work orders along, by trigger. */
export async function editStation(
  ctx: Ctx,
  input: StationInput & { psId: string; version: number },
): Promise<Detail> {
  const current = await lockStation(ctx, input.psId)
  if (current.version !== input.version) throw STALE
  if (current.department_id !== input.depId) {
    if (!current.own) throw NOT_OWN
    await requireOpenDepartment(ctx, input.depId)
  }
  if (current.psa_id !== input.psaId) await requireOpenPsa(ctx, input.psaId)
  await ctx.db
    .updateTable('station')
    .set({ ...toColumns(input), version: input.version + 1 })
    .where('id', '=', input.psId)
    .execute()
    .catch(onViolation('station_name', NAME_TAKEN))
  return getStationDetail(ctx, input.psId)
}

/** `own` tells a station of the caller's departments from one that is only seen through a related project. */
async function lockStation(ctx: Ctx, psId: string) {
  const station = await ctx.db
    .selectFrom('station as s')
    .select(['s.version', 's.department_id', 's.psa_id'])
    .select(ownDepartments(ctx.who, 's.dep_code').as('own'))
    .where('s.id', '=', psId)
    .where(visibleStations(ctx.who, 's'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!station) throw notFound()
  return station
}
