import type { Input } from '@heliodesk/contract/call.ts'
import { isGraded } from '@heliodesk/contract/defect-levels.ts'
import { INSPECTION, sourceCategory } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { fromWireTimeOrNull, toWireDay } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { recoveryLimit } from '../defects/index.ts'
import { fillFields, fillWhatFits } from '../oa/index.ts'
import { keepStation, keepVisibleStation } from '../stations/index.ts'
import { typeForNewOrder, type TypeVersion } from '../task-types/index.ts'
import { ticketOf } from './appearance.ts'
import type { Phone } from './events.ts'
import { planCreation } from './process.ts'
import { rowColumns, rowJoins, toRow, type OrderRecord, type OrderRow } from './rows.ts'

type InsertInput = Input<(typeof workOrderCalls)['insert']>

export async function createWorkOrder(ctx: Ctx, input: InsertInput): Promise<OrderRow> {
  if (input.taskType === INSPECTION)
    throw new DomainError('order.by_plan', '任务类型（taskType）：巡检工单由巡检计划生成，不能手工新建')
  await requireStationInService(ctx, input.psId)
  if (input.deviceId) await requireDeviceOf(ctx, input.psId, input.deviceId)
  if (input.defectLevel && !isGraded(input.taskType))
    throw new DomainError('order.grade', '缺陷等级（defectLevel）：只有故障和缺陷可以定级')
  const type = await typeForNewOrder(ctx.db, input.taskType)
  const filled = await fillFields(ctx.db, type.definition.fields, input.form, ctx.who)
  return addOrder(ctx, input, { type, filled })
}

/** What somebody saw on site, hours or days ago: the ledger may have changed since. */
export type Seen = {
  psId: string
  taskType: number
  taskDescription: string
  defectLevel?: InsertInput['defectLevel']
  deviceCode?: string | undefined
  /** As the person saw it. */
  deviceName?: string | undefined
  /** Where it comes from (`sourceCategory`); by hand if it is not given. */
  source?: string
}

/**
 * Creates the order of what was seen on site by the rules of `createWorkOrder`, of which only those refuse it without
 * which there can be no order. What else speaks against it is said in the order, and returned.
 */
export async function createSeenOrder(
  ctx: Ctx,
  { deviceCode, deviceName, source, ...seen }: Seen,
  phone?: Phone,
): Promise<{ order: OrderRow; odd: string[] }> {
  const station = await keepStation(ctx, seen.psId)
  if (!station) throw new DomainError('report.no_station', '电站已不存在，请重新选择电站后再次上报')
  const device = deviceCode ? await keepDevice(ctx, seen.psId, deviceCode) : null
  const named = [deviceName, deviceCode].filter(Boolean).join(' ')
  const type = await typeForNewOrder(ctx.db, seen.taskType, { evenInactive: true })
  const { missing, ...filled } = await fillWhatFits(ctx.db, type.definition.fields, ctx.who)
  const odd = [
    ...(station.isVisible ? [] : ['电站已不在上报人的数据范围内']),
    ...(station.status === '1' ? [] : ['电站已停用']),
    ...(deviceCode && !device ? [`设备“${named}”已不在该电站的台账中`] : []),
    ...(device && device.status !== '1' ? [`设备“${device.name}”已退役`] : []),
    ...(type.active ? [] : ['任务类型已停用']),
    ...(missing.length > 0 ? [`未填写：${missing.join('、')}`] : []),
  ]
  const told = odd.length > 0 ? `${seen.taskDescription}（${odd.join('；')}）` : seen.taskDescription
  const input = { ...seen, taskDescription: told, deviceId: device?.id, needTicket: 0 as const, lossPower: 0 }
  return { order: await addOrder(ctx, { ...input, form: {} }, { type, filled, phone, source }), odd }
}

type Ready = {
  type: TypeVersion
  filled: Awaited<ReturnType<typeof fillFields>>
  phone?: Phone | undefined
  source?: string | undefined
}

/**
 * Adds an order with its code. The day's counter row is updated by the statement that inserts the order, last in the
 * transaction, and stays locked until commit: codes have no gaps, and a failed create returns its number.
 */
async function addOrder(
  ctx: Ctx,
  input: InsertInput,
  { type, filled, phone, source }: Ready,
): Promise<OrderRow> {
  const zone = ctx.who.timeZone
  const needTicket = await ticketOf(ctx, input)
  const promised = await promisedEnd(ctx, input)
  const day = toWireDay(ctx.now, zone)
  const { needWorkHours } = type.definition
  const { values, shown } = filled
  const step = await planCreation(ctx, type)
  const { rows } = await sql<OrderRecord & { processInstanceId: string }>`
    with counter as (
      insert into work_code_counter (day, last) values (${day}, 1)
      on conflict (tenant_id, day) do update set last = work_code_counter.last + 1 returning last
    ), o as (
      insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, task_category,
        work_subclass, ops_business_source, ops_source_category, device_id, area_name, need_ticket, purchases_way,
        need_work_hours, type_version, form, shown, plan_start_time, plan_end_time, imp_commit_time, defect_level,
        loss_power, reporter_id, created_at, updated_at)
      select ${codePrefix(day)} || lpad(last::text, greatest(6, length(last::text)), '0'),
        ${input.psId}, 0, '', ${input.taskType}, ${input.taskDescription}, ${input.taskCategory ?? null},
        ${input.workSubclass ?? null}, ${input.opsBusinessSource ?? null}, ${source ?? sourceCategory.manual}, ${input.deviceId ?? null},
        ${input.areaName ?? null}, ${needTicket}, ${input.purchasesWay ?? null},
        ${needWorkHours}, ${type.version}, ${JSON.stringify(values)}::jsonb, ${JSON.stringify(shown)}::jsonb,
        ${fromWireTimeOrNull(input.planStartTime, zone)}::timestamptz,
        ${fromWireTimeOrNull(input.planEndTime, zone)}::timestamptz,
        ${promised}::timestamptz, ${input.defectLevel ?? null},
        ${input.lossPower}, ${ctx.who.userId}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from counter returning *
    ), event as (
      insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, device_at, device_skew)
      select o.id, ${ctx.now}::timestamptz, ${ctx.who.userId}, ${ctx.who.realname}, 'create', null, 1,
        ${phone?.at ?? null}::timestamptz, ${phone?.skew ?? null}::bigint from o
    ), ${step.rows}
    select ${rowColumns}, begun.id as "processInstanceId" from begun cross join o ${rowJoins}`.execute(ctx.db)
  const { processInstanceId, ...order } = one(rows)
  await step.carryOn(processInstanceId)
  return toRow(order, ctx.now, zone)
}

/** A graded order is promised by the limit of its grade, unless otherwise. */
async function promisedEnd({ db, now, who }: Ctx, input: InsertInput): Promise<Date | null> {
  const { impCommitTime, defectLevel: level, deviceId = null } = input
  if (impCommitTime || !level) return fromWireTimeOrNull(impCommitTime, who.timeZone)
  return (await recoveryLimit(db, { level, entry: now, deviceId })).at
}

/** `GD` and the day; six digits follow. */
export const codePrefix = (day: string): string => `GD${day.replaceAll('-', '')}`

async function requireStationInService(ctx: Ctx, psId: string) {
  const station = await keepVisibleStation(ctx, psId)
  if (station.status !== '1')
    throw new DomainError('order.station_disabled', `电站“${station.psName}”已停用，不能新建工单`)
}

async function requireDeviceOf(ctx: Ctx, psId: string, deviceId: string) {
  const device = await ctx.db
    .selectFrom('device')
    .select(['name', 'status'])
    .where('id', '=', deviceId)
    .where('station_id', '=', psId)
    // Locks the station, so that it is neither moved nor retired meanwhile.
    .forShare()
    .executeTakeFirstOrThrow(() => new DomainError('order.device', '设备不属于所选电站'))
  if (device.status !== '1') throw new DomainError('order.device', `设备“${device.name}”已退役，不能新建工单`)
}

/** The device with a code at a station, locked until commit. */
const keepDevice = ({ db }: Ctx, psId: string, code: string) =>
  db
    .selectFrom('device')
    .select(['id', 'name', 'status'])
    .where('code', '=', code)
    .where('station_id', '=', psId)
    .forShare()
    .executeTakeFirst()
