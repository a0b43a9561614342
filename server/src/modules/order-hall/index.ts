import { orderHallCalls } from '@heliodesk/contract/order-hall.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { defineModule } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { countHall, listHall } from './list.ts'

type Taken = {
  id: string
  flowSts: FlowStatus
  liableUserId: string | null
  liablePerson: string | null
  realStartTime: Date | null
}

export const orderHall = defineModule(orderHallCalls, {
  page: listHall,
  count: countHall,

  async taken(ctx, { ids }) {
    await requireRights(ctx, ['order:list'])
    const { db, who } = ctx
    const { rows } = await sql<Taken>`
      select o.id, o.flow_sts as "flowSts", o.liable_user_id as "liableUserId", o.liable_person as "liablePerson",
        o.real_start_time as "realStartTime"
      from work_order o where o.id = any(${ids}::bigint[]) and ${visibleOrders(who, 'o')}
      order by o.id`.execute(db)
    return rows.map((row) => ({
      ...withWireTimes(row, who.timeZone),
      flowStsName: flowStatuses[row.flowSts],
    }))
  },
})
