import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { cleaningCalls } from '@heliodesk/contract/cleaning.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import { getVisibleStation } from '../stations/index.ts'
import { readVisible } from '../work-orders/index.ts'

type Call = (typeof cleaningCalls)['cap']

/** Of a round, or of a station within a period; what is planned has no day, so that it belongs to every period. */
export async function coverage(ctx: Ctx, input: Input<Call>): Promise<Output<Call>> {
  const { orderId = null, from = null, to = null } = input
  const psId = orderId === null ? input.psId : (await readVisible(ctx, orderId)).station_id
  const { capacityKwp } = await getVisibleStation(ctx, String(psId))
  const { rows } = await sql<{ plannedKwp: number; coveredKwp: number; zones: number }>`
    select coalesce(sum(c.capacity_kwp) filter (where c.cleaned_on is null), 0) as "plannedKwp",
      coalesce(sum(c.capacity_kwp) filter (where c.cleaned_on is not null), 0) as "coveredKwp", count(*)::int as zones
    from cleaning c join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
    where o.station_id = ${psId} and (${orderId}::bigint is null or o.id = ${orderId}::bigint) and o.flow_sts <> 5
      and (c.cleaned_on is null
        or (c.cleaned_on >= coalesce(${from}::date, '-infinity') and c.cleaned_on <= coalesce(${to}::date, 'infinity')))`.execute(
    ctx.db,
  )
  const found = one(rows)
  const percent = capacityKwp ? Math.round((found.coveredKwp / capacityKwp) * 1000) / 10 : null
  return { capacityKwp, ...found, percent }
}

/** A round never covers more than the station has; the caller has locked the order. */
export async function requireRoom({ db }: Ctx, orderId: string): Promise<void> {
  const { rows } = await sql<{ most: number | null; sum: number }>`
    select s.capacity_kwp as most, sum(c.capacity_kwp) as sum
    from cleaning c join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
    join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where c.order_id = ${orderId} group by s.capacity_kwp`.execute(db)
  const { most, sum } = one(rows)
  if (most === null) throw new DomainError('cleaning.capacity', '电站没有登记装机容量，请先在电站档案中填写')
  if (sum > most)
    throw new DomainError(
      'cleaning.capacity',
      `容量（capacityKwp）：本轮合计 ${sum} kWp，超过电站装机容量 ${most} kWp`,
    )
}
