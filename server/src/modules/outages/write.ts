import type { Input } from '@heliodesk/contract/call.ts'
import { outageCategories } from '@heliodesk/contract/outage-categories.ts'
import type { outageCalls } from '@heliodesk/contract/outages.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { fromWireTime, fromWireTimeOrNull } from '../../kernel/wire-time.ts'
import { one, present } from '../../platform/certain.ts'
import { readVisible } from '../work-orders/index.ts'
import { calculateAgain } from './calculate.ts'
import { refusalToChange, type SeenOrder } from './rights.ts'
import { readOutage } from './rows.ts'
import { readWindows, spanOf, type OutageWindow } from './windows.ts'

type Calls = typeof outageCalls
type SaveInput = Input<Calls['save']>

/** A longer window is rather a device that was taken out of service. */
const MOST_DAYS = 731
const DAY_MS = 86_400_000
/** More would make every reading of the order slow. */
const MOST_WINDOWS = 200

/** The windows of a station are written one after the other, because they share what was lost. The order comes second. */
async function lockForChange(ctx: Ctx, orderId: string): Promise<SeenOrder> {
  const { station_id: stationId } = await readVisible(ctx, orderId)
  await sql`select pg_advisory_xact_lock(hashtextextended('outages ' || app.tenant_id() || ' ' || ${stationId}, 0))`.execute(
    ctx.db,
  )
  const order = await readVisible(ctx, orderId, true)
  const refusal = await refusalToChange(ctx, order)
  if (refusal) throw refusal
  return order
}

export const saveOutage: Handler<Calls['save']> = async (ctx, input) => {
  const { orderId } = input
  const order = await lockForChange(ctx, orderId)
  const stationId = order.station_id
  const own = await readWindows(ctx, sql`w.order_id = ${orderId}`)
  const former = input.id === undefined ? null : (own.find(({ id }) => id === input.id) ?? null)
  if (input.id !== undefined) {
    if (former === null) throw notFound()
    requireVersion(former, input.version, stale('outage', '停机记录'))
  } else if (own.length >= MOST_WINDOWS)
    throw new DomainError('outage.many', `一张工单最多 ${MOST_WINDOWS} 条停机记录`)
  const times = timesOf(ctx, input)
  const values = {
    device_id: input.deviceId ?? null,
    object_name: input.objectName,
    ...times,
    category: input.category,
    party: input.party,
    share: input.share,
    capacity_kwp: await capacityOf(ctx, stationId, input),
    produced_kwh: input.producedKwh,
    peers: JSON.stringify(input.peers),
    note: input.note,
    updated_at: ctx.now,
  }
  const id = former
    ? await updateRow(ctx.db, 'outage', former.id, { ...values, rate: 0, version: former.version + 1 }).then(
        () => former.id,
      )
    : await insertRow(ctx.db, 'outage', {
        ...values,
        order_id: orderId,
        created_at: ctx.now,
        // Calculated below, among the others of the station.
        method: 'irradiance',
        inputs: '{}',
        lost_kwh: 0,
        lost_yuan: 0,
        rate: 0,
        calculated_at: ctx.now,
      })
  const saved = present((await readWindows(ctx, sql`w.id = ${id}`))[0])
  await calculateAgain(ctx, stationId, spanOf(former ? [former, saved] : [saved]), [orderId])
  await tell(
    ctx,
    order,
    `${former ? (former.untilAt || !saved.untilAt ? '修改' : '恢复') : '新增'} ${noteOf(saved)}`,
  )
  return readOutage(ctx, { id, orderId }, stationId)
}

function timesOf({ now, who }: Ctx, input: SaveInput) {
  const from = fromWireTime(input.fromTime, who.timeZone)
  const until = fromWireTimeOrNull(input.untilTime, who.timeZone)
  if (from > now) throw new DomainError('outage.from', '停机时间（fromTime）：不能晚于现在')
  if (until && until > now) throw new DomainError('outage.until', '恢复时间（untilTime）：不能晚于现在')
  if ((until ?? now).getTime() - from.getTime() > MOST_DAYS * DAY_MS)
    throw new DomainError('outage.from', `停机时间（fromTime）：一次停机最长 ${MOST_DAYS} 天`)
  return { from_at: from, until_at: until }
}

type Sized = { capacity: number | null; ac: number | null; deviceKw: number | null; isDevice: boolean }

/** What was typed, or the device's rating with the station's ratio of modules to inverters. */
async function capacityOf({ db }: Ctx, stationId: string, input: SaveInput): Promise<number> {
  const { rows } = await sql<Sized>`
    select s.capacity_kwp as capacity, s.ac_kw as ac, d.rated_kw as "deviceKw", d.id is not null as "isDevice"
    from station s left join device d on d.tenant_id = s.tenant_id and d.station_id = s.id
      and d.id = ${input.deviceId ?? null}::bigint
    where s.id = ${stationId}`.execute(db)
  const { capacity, ac, deviceKw, isDevice } = one(rows)
  if (input.deviceId && !isDevice)
    throw new DomainError('outage.device', '停机设备（deviceId）：不是本站的设备')
  const rated = deviceKw ? Math.round(deviceKw * (capacity && ac ? capacity / ac : 1) * 1000) / 1000 : null
  const kwp = input.capacityKwp ?? rated
  if (kwp === null)
    throw new DomainError(
      'outage.capacity',
      input.deviceId
        ? '停运容量（capacityKwp）：设备没有登记额定功率，请填写'
        : '停运容量（capacityKwp）：请填写停机对象的容量',
    )
  if (capacity !== null && kwp > capacity)
    throw new DomainError('outage.capacity', `停运容量（capacityKwp）：超过电站装机容量 ${capacity} kWp`)
  return kwp
}

export const removeOutage: Handler<Calls['remove']> = async (ctx, { id, version }) => {
  const found = (await readWindows(ctx, sql`w.id = ${id}`))[0]
  if (!found) throw notFound()
  const order = await lockForChange(ctx, found.orderId)
  // Read again behind the lock: somebody else may have changed or deleted it meanwhile.
  const current = (await readWindows(ctx, sql`w.id = ${id}`))[0]
  if (!current) throw notFound()
  requireVersion(current, version, stale('outage', '停机记录'))
  await deleteRow(ctx.db, 'outage', id)
  await calculateAgain(ctx, order.station_id, spanOf([current]), [current.orderId])
  await tell(ctx, order, `删除 ${noteOf(current)}`)
  return null
}

export const calculateOutages: Handler<Calls['calculate']> = async (ctx, { orderId }) => {
  const order = await lockForChange(ctx, orderId)
  const own = await readWindows(ctx, sql`w.order_id = ${orderId}`)
  if (own.length === 0) return { changed: 0 }
  return { changed: await calculateAgain(ctx, order.station_id, spanOf(own), [orderId]) }
}

const noteOf = ({ name, category, share }: OutageWindow) =>
  `${name} ${outageCategories[category]}${share < 100 ? ` ${share} %` : ''}`

async function tell({ db, now, who }: Ctx, { id, flowSts }: SeenOrder, note: string): Promise<void> {
  await sql`
    insert into work_order_event (order_id, at, actor_id, actor_name, action, from_sts, to_sts, note)
    values (${id}, ${now}, ${who.userId}, ${who.realname}, 'outage', ${flowSts}, ${flowSts}, ${note})`.execute(
    db,
  )
}
