import { orderActions } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { reachesOrder } from '../../kernel/scope.ts'
import { entryOf } from '../../platform/certain.ts'
import { eventOf } from './events.ts'
import { readVisible, refusalFor, writeChange } from './lifecycle.ts'
import { requireExecutors } from './people.ts'

/** Of whom something is handed over to whom, and what its history says of that. */
export type HandingOver = { id: string; fromId: string; toId: string; note: string }

/** Gives the part of one person in an order to another, by the rules of a reassignment; false if they have none. */
export async function handOverOrder(ctx: Ctx, { id, fromId, toId, note }: HandingOver): Promise<boolean> {
  await requireRights(ctx, orderActions.reassign.perms)
  const order = await readVisible(ctx, id, true)
  const assistants = order.assistUserIds.map(String)
  const isLiable = order.liableUserId === fromId
  if (order.flowSts > 3 || (!isLiable && !assistants.includes(fromId))) return false
  const refusal = await refusalFor(ctx, 'reassign', order, ctx.who.userId)
  if (refusal) throw refusal
  const name = entryOf(await requireExecutors(ctx, order.station_id, [toId]), toId)
  const liableId = isLiable ? toId : order.liableUserId
  const others = [...new Set(assistants.map((each) => (each === fromId ? toId : each)))].filter(
    (each) => each !== liableId,
  )
  await writeChange(ctx, order, 'reassign', {
    set: {
      liable_user_id: sql`${liableId}`,
      liable_person: sql`${isLiable ? name : order.liablePerson}`,
      assist_user_ids: sql`${others}::bigint[]`,
    },
    note,
    executors: [...(liableId === null ? [] : [liableId]), ...others],
  })
  return true
}

/** Gives an insurance case to another person who sees its order. */
export async function handOverInsurance(ctx: Ctx, { id, fromId, toId, note }: HandingOver): Promise<boolean> {
  await requireRights(ctx, ['order:assign'])
  const order = await readVisible(ctx, id, true)
  const { rows: fit } = await sql`
    select from work_order o
    join app_user u on u.tenant_id = o.tenant_id and u.id = ${toId} and u.status = '1'
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where o.id = ${id} and ${reachesOrder('u', 'd', 'o')}`.execute(ctx.db)
  if (fit.length === 0) throw new DomainError('order.handler', '接收人的数据范围不包含该工单的电站')
  const { rows } = await sql`
    with x as (
      update work_order_insurance set handler_id = ${toId}, updated_at = ${ctx.now}
      where order_id = ${id} and handler_id = ${fromId} and paid_at is null returning order_id
    ), o as (
      update work_order set version = version + 1, updated_at = ${ctx.now} where id in (select order_id from x) returning id
    )
    select from o`.execute(ctx.db)
  if (rows.length === 0) return false
  await eventOf(ctx, order, 'insurance', { to: order.flowSts, note: `保险理赔${note}` }).execute(ctx.db)
  return true
}
