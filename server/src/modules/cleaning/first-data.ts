import { dayAfter } from '@heliodesk/contract/days.ts'
import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { readSettings } from '../../kernel/settings.ts'
import { entryOf } from '../../platform/certain.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { figuresOf, keepFigures } from './figures.ts'

/** Orders of each state that have records, the latest. */
const ORDERS = 240
const ZONES = 4
const YUAN_PER_KWP = 0.62
const WATER_PER_KWP = 0.022
const CLEAN = 0.992
/** What a day takes, and when rain or wind has taken care of the rest. */
const SOILING = { perDay: 0.0016, fewest: 9, most: 30 }

type Order = {
  id: string
  flowSts: number
  capacity: number
  /** The first array that the order names. */
  array: number | null
  day: string
  /** Days since the station's cleaning before. */
  since: number | null
  closed: Date | null
  checkerId: string | null
}

/** The latest cleaning orders: half washed while they are worked on, washed when submitted, accepted when closed. */
async function addCleanings({ db, now }: DemoCompany): Promise<void> {
  const { rows } = await sql<Order>`
    select o.id, o.flow_sts as "flowSts", o.closed, o."checkerId", o.day, o.array,
      least(s.capacity_kwp, coalesce(o.kwp, s.capacity_kwp)) as capacity,
      o.day - lag(o.day) over (partition by o.station_id order by o.day, o.id) as since
    from (
      select *, flow_end_time as closed, checker_id as "checkerId",
        row_number() over (partition by flow_sts order by created_at desc, id) as place,
        (substring(task_description from '容量(\\d+)kWp'))::numeric as kwp,
        (substring(task_description from '(\\d+)~?\\d*号方阵'))::int as array,
        (least(${now}::timestamptz, coalesce(submit_time, work_start_time)) at time zone 'Asia/Shanghai')::date as day
      from work_order where task_type = 1 and flow_sts in (2, 3, 4) and work_start_time <= ${now}
    ) o
    join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where o.place <= ${ORDERS} and s.capacity_kwp >= 100 order by o.id`.execute(db)
  const zones = rows.flatMap((order, nth) => {
    const { since, capacity, array } = order
    const soiled = Math.min(SOILING.most, Math.max(SOILING.fewest, since ?? 28 + (nth % 9)))
    const done = order.flowSts > 2 ? ZONES : ZONES / 2
    return Array.from({ length: ZONES }, (_each, at) => {
      const washed = at < done
      const kwp = Math.floor(capacity / ZONES)
      const outside = nth % 2 === 0
      const name =
        array === null ? `B${at + 1}` : `${array + Math.floor(at / 2)}号方阵 ${at % 2 === 0 ? '东' : '西'}`
      return {
        order_id: order.id,
        area_name: name,
        capacity_kwp: kwp,
        method: outside ? 'contract' : 'own',
        contractor: outside ? '净源环境' : '',
        cost: Math.round(kwp * YUAN_PER_KWP),
        // One zone a day, the last of them on the day of the order.
        cleaned_on: washed ? dayAfter(order.day, at + 1 - done) : null,
        water: washed ? Math.round(kwp * WATER_PER_KWP * 10) / 10 : null,
        broken: washed ? (nth * at) % 3 : 0,
        sr_before: washed
          ? Math.round((CLEAN - soiled * SOILING.perDay - ((nth + at) % 3) / 1000) * 10_000) / 10_000
          : null,
        sr_after: washed ? CLEAN : null,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      }
    })
  })
  await insertRows(db, 'cleaning', zones)
  const closed = rows.flatMap(({ id, closed: at, checkerId }) =>
    at && checkerId ? [{ id, at, checkerId }] : [],
  )
  const usual = (await readSettings(db)).business.values.cleaning
  const figures = await figuresOf(
    db,
    closed.map(({ id }) => id),
    usual,
    now.toISOString().slice(0, 10),
  )
  await keepFigures(
    db,
    closed.map(({ id, at, checkerId }) => ({
      orderId: id,
      at,
      checkerId,
      figures: entryOf(figures, id).figures,
    })),
  )
}

offerFirstData('cleaning', { after: ['work-orders', 'generation'], demo: addCleanings })
