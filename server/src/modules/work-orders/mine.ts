import { MOST_OWN_ORDERS } from '@heliodesk/contract/my-orders.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { isMine } from './conditions.ts'
import { rowColumns, rowJoins, toRow, type OrderRecord } from './rows.ts'

type Found = OrderRecord & {
  latitude: number | null
  longitude: number | null
  deviceCode: string | null
  stepsDone: number
  steps: number
}

/** One statement, because a phone asks for it whenever it is looked at. */
export const listMine: Handler<(typeof workOrderCalls)['mine']> = async ({ db, now, who }) => {
  const { rows } = await sql<Found>`
    with own as materialized (
      select o.tenant_id, o.id from work_order o
      where ${isMine(who.userId)} and ${visibleOrders(who, 'o')}
      order by o.plan_end_time nulls last, o.id limit ${sql.lit(MOST_OWN_ORDERS)}
    )
    select ${rowColumns}, s.latitude, s.longitude, device.code as "deviceCode",
      coalesce(jsonb_array_length(e.steps), 0) as steps,
      coalesce((select count(*)::int from jsonb_array_elements(e.steps) each where (each ->> 'done')::boolean), 0) as "stepsDone"
    from own
    join work_order o on o.tenant_id = own.tenant_id and o.id = own.id
    ${rowJoins}
    left join device on device.tenant_id = o.tenant_id and device.id = o.device_id
    left join work_order_execution e on e.tenant_id = o.tenant_id and e.order_id = o.id
    order by o.plan_end_time nulls last, o.id`.execute(db)
  return rows.map((row) => toRow(row, now, who.timeZone))
}
