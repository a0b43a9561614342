import type { OutageCategory, OutageParty } from '@heliodesk/contract/outage-categories.ts'
import type { Peer } from '@heliodesk/contract/outages.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'

export type OutageWindow = {
  id: string
  version: number
  orderId: string
  deviceId: string | null
  name: string
  fromAt: Date
  untilAt: Date | null
  /** Until now, or until the order was closed, while nobody has said that it is back. */
  endAt: Date
  category: OutageCategory
  party: OutageParty
  share: number
  capacityKwp: number
  producedKwh: number
  peers: Peer[]
  note: string
  /** Its order is accepted or ended: its figures stay. */
  settled: boolean
}

/** Windows of one station; whoever reads them for a person asks for the order first. */
export async function readWindows(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  condition: RawBuilder<SqlBool>,
): Promise<OutageWindow[]> {
  const { rows } = await sql<OutageWindow>`
    select w.id, w.version, w.order_id as "orderId", w.device_id as "deviceId", coalesce(d.name, w.object_name) as name,
      w.from_at as "fromAt", w.until_at as "untilAt",
      greatest(w.from_at, coalesce(w.until_at, o.flow_end_time, ${now})) as "endAt", w.category, w.party, w.share,
      w.capacity_kwp as "capacityKwp", w.produced_kwh as "producedKwh", w.peers, w.note, o.flow_sts >= 4 as settled
    from outage w
    join work_order o on o.tenant_id = w.tenant_id and o.id = w.order_id
    left join device d on d.tenant_id = w.tenant_id and d.id = w.device_id
    where ${condition} order by w.from_at, w.id`.execute(db)
  return rows
}

type Span = { fromAt: Date; endAt: Date }

export const spanOf = (windows: readonly Span[]): Span => ({
  fromAt: new Date(Math.min(...windows.map(({ fromAt }) => fromAt.getTime()))),
  endAt: new Date(Math.max(...windows.map(({ endAt }) => endAt.getTime()))),
})

/** Windows of the station at the same time as a span. */
export const windowsDuring = (ctx: Pick<Ctx, 'db' | 'now'>, stationId: string, { fromAt, endAt }: Span) =>
  readWindows(
    ctx,
    sql`o.station_id = ${stationId} and w.from_at <= ${endAt}
      and coalesce(w.until_at, o.flow_end_time, ${ctx.now}) >= ${fromAt}`,
  )
