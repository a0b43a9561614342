import { entryOf } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { analyze } from '../analyze.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { planOrders } from './arrivals.ts'
import { dayOf } from './calendar.ts'
import { rowsOf, type OrderRows } from './order-rows.ts'
import type { Place } from './place.ts'
import type { Random } from './random.ts'

/** Stores a year of orders with all their rows; codes count up without gaps on each day. */
export async function createOrders(
  db: Db,
  { count, places, now, random }: { count: number; places: Place[]; now: number; random: Random },
): Promise<void> {
  const perDay = new Map<string, number>()
  const rows = planOrders(count, places, now, random).map((planned) => {
    const day = dayOf(planned.draft.createdAt)
    const number = (perDay.get(day) ?? 0) + 1
    perDay.set(day, number)
    return rowsOf(planned, `GD${day.replaceAll('-', '')}${String(number).padStart(6, '0')}`, now, random)
  })
  await insertRows(
    db,
    'work_order',
    rows.map(({ order }) => order),
  )
  await insertRows(
    db,
    'work_code_counter',
    [...perDay].map(([day, last]) => ({ day, last })),
  )
  await analyze(db, ['work_order'])
  await insertBelongings(db, rows)
}

async function insertBelongings(db: Db, rows: OrderRows[]) {
  const stored = await db.selectFrom('work_order').select(['id', 'work_code']).execute()
  const ids = new Map(stored.map(({ id, work_code }) => [work_code, id]))
  const idOf = ({ order }: OrderRows) => entryOf(ids, order.work_code)
  await insertRows(
    db,
    'work_order_event',
    rows.flatMap((row) => row.events.map((event) => ({ order_id: idOf(row), ...event }))),
  )
  await insertRows(
    db,
    'work_order_execution',
    rows.flatMap((row) => (row.document ? [{ order_id: idOf(row), ...row.document }] : [])),
  )
  await insertRows(
    db,
    'work_order_hours',
    rows.flatMap((row) => row.hours.map((hours) => ({ order_id: idOf(row), ...hours }))),
  )
}
