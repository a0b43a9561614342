import { benefitOf, usualCleaning } from '@heliodesk/contract/cleaning-benefit.ts'
import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'

/** Orders of each state that have records. */
const ORDERS = 8
const ZONES = 4
const YUAN_PER_KWP = 0.62

type Order = {
  id: string
  flowSts: number
  capacity: number
  tariff: number | null
  day: string
  closed: Date | null
  checkerId: string | null
}

/** The latest cleaning orders: half washed while they are worked on, washed when submitted, accepted when closed. */
async function addCleanings({ db, now }: DemoCompany): Promise<void> {
  const { rows } = await sql<Order>`
    select o.id, o.flow_sts as "flowSts", s.capacity_kwp as capacity, s.tariff, o.flow_end_time as closed,
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
  const accepted = rows.flatMap(({ id, closed, checkerId, tariff, day }) => {
    if (closed === null || checkerId === null) return []
    const own = zones.filter((zone) => zone.order_id === id)
    const capacityKwp = own.reduce((sum, zone) => sum + zone.capacity_kwp, 0)
    const gain = own.reduce((sum, zone) => sum + zone.capacity_kwp * (0.992 - (zone.sr_before ?? 0.992)), 0)
    const inputs = {
      ...usualCleaning,
      capacityKwp,
      srGain: Math.round((gain / capacityKwp) * 1_000_000) / 1_000_000,
      price: tariff ?? usualCleaning.price,
      cost: own.reduce((sum, zone) => sum + zone.cost, 0),
      soilingRate: usualCleaning.soilingRate / 100,
    }
    const outcome = benefitOf(inputs)
    const back = new Date(Date.parse(day) + Math.ceil(outcome.breakEvenDays ?? 0) * 86_400_000)
    const benefit = {
      inputs,
      sources: {
        capacityKwp: 'records',
        irradiation: 'setting',
        pr: 'setting',
        srGain: 'records',
        days: 'setting',
        price: tariff === null ? 'setting' : 'station',
        cost: 'records',
        soilingRate: 'setting',
      },
      measuredDays: 0,
      outcome,
      unmeasured: 0,
      cleanedOn: day,
      breakEvenDay: outcome.breakEvenDays === null ? null : back.toISOString().slice(0, 10),
    }
    return [{ order_id: id, accepted_at: closed.toISOString(), checker_id: checkerId, benefit }]
  })
  await insertRows(db, 'cleaning_acceptance', accepted)
}

offerFirstData('cleaning', { after: ['work-orders'], demo: addCleanings })
