import type { Site } from '../../../test/site.ts'
import { Transaction } from '../../kernel/transaction.ts'
import { openSheet, type SheetLine } from './open.ts'

type Made = { id: string; workCode: string; version: number }

/** Makes an order an inspection, as a plan does, and gives it its sheet. */
export async function makeRound(
  { harness, stationId }: Site,
  create: () => Promise<Made>,
  lines: readonly SheetLine[],
): Promise<Made> {
  const order = await create()
  await harness.owner.query(`update work_order set task_type = 100, plan_code = 'XJ-1' where id = $1`, [
    order.id,
  ])
  await harness.owner.query(
    `update work_order_execution set steps = '[]', prerequisites = '[]' where order_id = $1`,
    [order.id],
  )
  await harness.owner.query(
    `update work_order set need_work_hours = false where id = $1 and station_id = $2`,
    [order.id, stationId],
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
