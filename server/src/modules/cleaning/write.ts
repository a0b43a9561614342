import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { cleaningTypes } from '@heliodesk/contract/cleaning-list.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { keepHidden } from '../../kernel/hidden-columns.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { readVisible } from '../work-orders/index.ts'
import { requireRoom } from './coverage.ts'
import { readCleaning } from './rows.ts'

type Calls = typeof cleaningCalls
type Order = Awaited<ReturnType<typeof readVisible>>

const areaTaken = onViolation(
  'cleaning_area',
  new DomainError('cleaning.area_taken', '清洗区域（areaName）：本轮已有该区域'),
)

export function requireCleaning({ taskType }: Pick<Order, 'taskType'>): void {
  if (!cleaningTypes.has(taskType))
    throw new DomainError('cleaning.type', '只有清洗和标准组串清洗工单可以登记清洗')
}

/** Its executors record the cleaning while they work on it. */
function requireInHand({ who }: Ctx, order: Order): void {
  requireCleaning(order)
  if (order.flowSts !== 2) throw new DomainError('cleaning.state', '工单不在处理中，不能修改清洗记录')
  const people = [order.liableUserId, ...order.assistUserIds].map(String)
  if (!people.includes(who.userId))
    throw new DomainError('cleaning.not_executor', '只有负责人和协作人可以登记清洗')
}

/** Locks a record, after its order, unless it has changed since the caller saw it. */
async function lockZone(ctx: Ctx, id: string, version: number | undefined) {
  await readCleaning(ctx, id)
  const zone = await lockRow(ctx.db, 'cleaning', id)
  requireVersion(zone, version, stale('cleaning', '清洗记录'))
  return zone
}

export const saveCleaning: Handler<Calls['insert']> = async (ctx, input) => {
  const { orderId, id, version, cleanedOn = null } = input
  // The zones of one round are written one after the other.
  const order = await readVisible(ctx, orderId, true)
  const zone = id === undefined ? null : await lockZone(ctx, id, version)
  requireInHand(ctx, order)
  if (cleanedOn !== null && cleanedOn > toWireDay(ctx.now, ctx.who.timeZone))
    throw new DomainError('cleaning.day', '清洗日期（cleanedOn）：不能晚于今天')
  const values = {
    area_name: input.areaName,
    capacity_kwp: input.capacityKwp,
    method: input.method,
    contractor: input.method === 'contract' ? input.contractor : '',
    cost: keepHidden(ctx.who, 'cost', { sent: input.cost, stored: zone?.cost ?? input.cost }),
    cleaned_on: cleanedOn,
    water: input.water ?? null,
    broken: input.broken,
    sr_before: input.srBefore ?? null,
    sr_after: input.srAfter ?? null,
    updated_at: ctx.now,
  }
  const saved = zone
    ? await changeZone(ctx, orderId, zone, values)
    : await insertRow(ctx.db, 'cleaning', { ...values, order_id: orderId, created_at: ctx.now }).catch(
        areaTaken,
      )
  await requireRoom(ctx, orderId)
  await tell(ctx, order, `${id ? '修改' : '新增'} ${input.areaName} ${input.capacityKwp} kWp`)
  return readCleaning(ctx, saved)
}

type Locked = Awaited<ReturnType<typeof lockZone>>
type Values = Parameters<typeof updateRow<'cleaning'>>[3]

async function changeZone(ctx: Ctx, orderId: string, zone: Locked, values: Values): Promise<string> {
  if (zone.order_id !== orderId) throw new DomainError('cleaning.order', '清洗记录不属于该工单')
  await updateRow(ctx.db, 'cleaning', zone.id, { ...values, version: zone.version + 1 }).catch(areaTaken)
  return zone.id
}

export const removeCleaning: Handler<Calls['remove']> = async (ctx, { id, version }) => {
  const { orderId } = await readCleaning(ctx, id)
  const order = await readVisible(ctx, orderId, true)
  const zone = await lockZone(ctx, id, version)
  requireInHand(ctx, order)
  await deleteRow(ctx.db, 'cleaning', id)
  await tell(ctx, order, `删除 ${zone.area_name} ${zone.capacity_kwp} kWp`)
  return null
}

export const copyCleaning: Handler<Calls['copy']> = async (ctx, { orderId, fromOrderId }) => {
  const order = await readVisible(ctx, orderId, true)
  requireCleaning(order)
  if (order.flowSts > 2) throw new DomainError('cleaning.state', '工单已提交或已关闭，不能复制清洗计划')
  const from = await readVisible(ctx, fromOrderId)
  if (from.id === order.id || from.station_id !== order.station_id)
    throw new DomainError('cleaning.source', '来源工单（fromOrderId）：应是同一电站的另一张清洗工单')
  const { rows } = await sql`
    insert into cleaning (order_id, area_name, capacity_kwp, method, contractor, cost, created_at, updated_at)
    select ${orderId}, area_name, capacity_kwp, method, contractor, cost, ${ctx.now}, ${ctx.now}
    from cleaning where order_id = ${fromOrderId} order by id
    on conflict on constraint cleaning_area do nothing returning id`.execute(ctx.db)
  if (rows.length === 0) throw new DomainError('cleaning.nothing', '来源工单没有可复制的清洗区域')
  await requireRoom(ctx, orderId)
  await tell(ctx, order, `复制 ${rows.length} 个区域`)
  return { copied: rows.length }
}

async function tell({ db, now, who }: Ctx, { id, flowSts }: Order, note: string): Promise<void> {
  await sql`
    insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note)
    values (${id}, ${now}, ${who.userId}, ${who.realname}, 'cleaning', ${flowSts}, ${flowSts}, ${note})`.execute(
    db,
  )
}
