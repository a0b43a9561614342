import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { readSettings } from '../../kernel/settings.ts'
import { entryOf } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { figuresOf, keepFigures } from './figures.ts'

/** Orders of each state that have records. */
const ORDERS = 8
const ZONES = 4
const YUAN_PER_KWP = 0.62

type Order = {
  id: string
  flowSts: number
  capacity: number
  day: string
  closed: Date | null
  checkerId: string | null
}

/** The latest cleaning orders: half washed while they are worked on, washed when submitted, accepted when closed. */
async function addCleanings({ db, now }: DemoCompany): Promise<void> {
  const { rows } = await sql<Order>`
    select o.id, o.flow_sts as "flowSts", s.capacity_kwp as capacity, o.flow_end_time as closed,
      o.checker_id as "checkerId",
      (least(${now}::timestamptz, coalesce(o.submit_time, o.work_start_time)) at time zone 'Asia/Shanghai')::date as day
    from (select *, row_number() over (partition by flow_sts order by created_at desc, id) as place
      from work_order where task_type = 1 and flow_sts in (2, 3, 4) and work_start_time <= ${now}) o
    join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where o.place <= ${ORDERS} and s.capacity_kwp >= 100 order by o.id`.execute(db)
  const zones = rows.flatMap((order, nth) =>
    Array.from({ length: ZONES }, (_each, at) => {
      const washed = order.flowSts > 2 || at < ZONES / 2
      const capacity = Math.floor(order.capacity / ZONES)
      const outside = nth % 2 === 0
      return {
        order_id: order.id,
        area_name: `B${at + 1}`,
        capacity_kwp: capacity,
        method: outside ? 'contract' : 'own',
        contractor: outside ? '净源环境' : '',
        cost: Math.round(capacity * YUAN_PER_KWP),
        cleaned_on: washed ? order.day : null,
        water: washed ? Math.round(capacity * 0.022 * 10) / 10 : null,
        broken: washed ? (nth + at) % 3 : 0,
        sr_before: washed ? 0.94 + ((nth + at) % 4) / 200 : null,
        sr_after: washed ? 0.992 : null,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      }
    }),
  )
  await insertRows(db, 'cleaning', zones)
  const closed = rows.flatMap(({ id, closed: at, checkerId }) => (at && checkerId ? [{ id, at, checkerId }] : []))
  const usual = (await readSettings(db)).business.values.cleaning
  const figures = await figuresOf(
    db,
    closed.map(({ id }) => id),
    usual,
    now.toISOString().slice(0, 10),
  )
  for (const { id, at, checkerId } of closed)
    await keepFigures(db, { orderId: id, at, checkerId, figures: entryOf(figures, id).figures })
}

offerFirstData('cleaning', { after: ['work-orders', 'generation'], demo: addCleanings })
