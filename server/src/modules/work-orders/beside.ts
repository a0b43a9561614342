import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { eventOf, type Phone } from './events.ts'
import type { LockedOrder } from './lifecycle.ts'
import { readRow, type OrderRow } from './rows.ts'

type Beside = {
  set?: Record<string, RawBuilder<unknown>>
  note: string
  parts?: readonly number[]
  phone?: Phone
}

/** Tells of a change of a locked order's records that leaves the order in its state, whatever that is. */
export async function writeBeside(
  ctx: Ctx,
  order: LockedOrder,
  action: 'hours' | 'choose',
  { set = {}, note, parts, phone }: Beside,
): Promise<OrderRow> {
  const columns = { ...set, version: sql`version + 1`, updated_at: sql`${ctx.now}` }
  const assignments = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    with o as (update work_order set ${sql.join(assignments)} where id = ${order.id})
    ${eventOf(ctx, order, action, { to: order.flowSts, note, parts, phone })}`.execute(ctx.db)
  return readRow(ctx, order.id)
}
