import { z } from 'zod'
import { analyze } from '../../../kernel/first-data/analyze.ts'
import { dayOf } from '../../../kernel/first-data/calendar.ts'
import { readTable } from '../../../kernel/first-data/data-file.ts'
import { idsBy } from '../../../kernel/first-data/ids.ts'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'
import { createRandom } from '../../../kernel/first-data/random.ts'
import { entryOf } from '../../../platform/certain.ts'
import { insertRows } from '../../../platform/insert-rows.ts'
import type { Db } from '../../../platform/postgres.ts'
import { adoptOrders } from '../adopt.ts'
import { addExtensions } from './extensions.ts'
import { addInsurance } from './insurance.ts'
import { planOrders } from './arrivals.ts'
import { rowsOf, type OrderRows } from './order-rows.ts'
import { readPlaces } from './places.ts'
import { readTemplates } from '../../task-types/index.ts'

const counts = readTable(new URL('./orders-a-year.csv', import.meta.url), {
  company: z.string(),
  orders: z.coerce.number(),
})

/** Adds a year of orders with all their rows; codes count up without gaps on each day. */
export async function addOrders({ db, name, now }: DemoCompany): Promise<void> {
  await analyze(db, ['department', 'psa', 'app_user'])
  const random = createRandom(name)
  const count = entryOf(new Map(counts.map(({ company, orders }) => [company, orders])), name)
  const templates = new Map(readTemplates().map((template) => [template.type, template]))
  const perDay = new Map<string, number>()
  const rows = planOrders(count, await readPlaces(db), now.getTime(), random).map((planned) => {
    const day = dayOf(planned.draft.createdAt)
    const number = (perDay.get(day) ?? 0) + 1
    perDay.set(day, number)
    const workCode = `GD${day.replaceAll('-', '')}${String(number).padStart(6, '0')}`
    return rowsOf(planned, entryOf(templates, planned.draft.type).definition, workCode, now.getTime(), random)
  })
  const orders = rows.map(({ order }) => order)
  await insertRows(db, 'work_order', orders)
  const counters = [...perDay].map(([day, last]) => ({ day, last }))
  await insertRows(db, 'work_code_counter', counters)
  await analyze(db, ['work_order'])
  await insertBelongings(db, rows)
  await adoptOrders(db)
  await addExtensions({ db, now })
  await addInsurance({ db, now })
}

async function insertBelongings(db: Db, rows: OrderRows[]) {
  const ids = await idsBy(db, 'work_order', 'work_code')
  const idOf = ({ order }: OrderRows) => entryOf(ids, order.work_code)
  const events = rows.flatMap((row) => row.events.map((event) => ({ order_id: idOf(row), ...event })))
  await insertRows(db, 'work_order_event', events)
  const documents = rows.flatMap((row) => (row.document ? [{ order_id: idOf(row), ...row.document }] : []))
  await insertRows(db, 'work_order_execution', documents)
  const hours = rows.flatMap((row) => row.hours.map((each) => ({ order_id: idOf(row), ...each })))
  await insertRows(db, 'work_order_hours', hours)
}
