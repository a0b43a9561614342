import { usualParty, type OutageCategory } from '@heliodesk/contract/outage-categories.ts'
import { sql } from 'kysely'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { writeFigures, writeRates } from './calculate.ts'
import { figuresOf } from './figures.ts'
import { readWindows } from './windows.ts'

/** Faults in hand, and as many closed ones. */
const ORDERS = 10
const HOUR_MS = 3_600_000
const categories: readonly OutageCategory[] = [
  'forced',
  'forced',
  'forced',
  'planned',
  'electrical',
  'majeure',
]

type Order = {
  id: string
  stationId: string
  deviceId: string
  ratedKw: number
  began: Date
  closed: Date | null
}

/** The latest faults of devices: since when they are out, and when those that are closed came back. */
async function addOutages({ db, now }: DemoCompany): Promise<void> {
  const { rows: orders } = await sql<Order>`
    select o.id, o.station_id as "stationId", o.device_id as "deviceId", o.rated_kw as "ratedKw", o.created_at as began,
      o.flow_end_time as closed
    from (
      select o.*, d.rated_kw, row_number() over (partition by o.flow_sts order by o.created_at desc, o.id) as place
      from work_order o
      join device d on d.tenant_id = o.tenant_id and d.id = o.device_id and d.rated_kw > 0
      join station s on s.tenant_id = o.tenant_id and s.id = o.station_id and s.capacity_kwp >= d.rated_kw
      where o.task_type in (7, 15) and o.flow_sts in (2, 4) and o.created_at < ${now}
    ) o where o.place <= ${ORDERS} order by o.id`.execute(db)
  if (orders.length === 0) return
  const windows = orders.map(({ id, deviceId, ratedKw, began, closed }, nth) => {
    const category = categories[nth % categories.length] ?? 'forced'
    const back = closed && new Date(Math.max(closed.getTime() - HOUR_MS, began.getTime() + HOUR_MS))
    return {
      order_id: id,
      device_id: deviceId,
      from_at: began.toISOString(),
      until_at: back && back.toISOString(),
      category,
      party: usualParty[category],
      share: nth % 3 === 0 ? 50 : 100,
      capacity_kwp: ratedKw,
      note: '',
      method: 'irradiance',
      inputs: {},
      lost_kwh: 0,
      lost_yuan: 0,
      rate: 0,
      calculated_at: now.toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    }
  })
  await insertRows(db, 'outage', windows)
  const ctx = { db, now, who: { timeZone: 'Asia/Shanghai' } }
  for (const stationId of new Set(orders.map((order) => order.stationId))) {
    const all = await readWindows(ctx, sql`o.station_id = ${stationId}`)
    await writeFigures(ctx, await figuresOf(ctx, stationId, all, new Set(all.map(({ id }) => id))))
  }
  await writeRates(
    ctx,
    orders.map(({ id }) => id),
  )
}

offerFirstData('outages', { after: ['work-orders', 'generation', 'resource-plans'], demo: addOutages })
