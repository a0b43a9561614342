import type { Site } from '../../../test/site.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { openSheet, type SheetLine } from './open.ts'

type Made = { id: string; workCode: string; version: number }

/** Makes an order an inspection, as a plan does, and gives it its sheet. */
export async function makeRound(
  { harness }: Site,
  create: () => Promise<Made>,
  lines: readonly SheetLine[],
): Promise<Made> {
  const order = await create()
  await harness.owner.query(
    `with document as (update work_order_execution set steps = '[]', prerequisites = '[]' where order_id = $1)
     update work_order set task_type = 100, plan_code = 'XJ-1', need_work_hours = false where id = $1`,
    [order.id],
  )
  const transaction = await Transaction.begin(harness.pool, 'command', harness.tenant.tenantId)
  try {
    await openSheet({ db: transaction.db, now: harness.clock.now() }, order.id, lines)
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  return order
}

/** Photos of lines of a sheet, without the bytes. */
export const photographLines = ({ harness, people }: Site, orderId: string, nos: readonly number[]) =>
  harness.owner.query(
    `insert into work_order_photo (tenant_id, order_id, step_no, part, path, added_by, added_at)
     select $1, $2::bigint, no, 'reading', 'reading/' || $2::bigint || '/' || no, $3, now() from unnest($4::int[]) no`,
    [harness.tenant.tenantId, orderId, people.worker.id, nos],
  )
