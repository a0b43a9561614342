import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { DomainError, type Handler } from '../../kernel/context.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { entryOf } from '../../platform/certain.ts'
import { lockFor, writeChange } from './lifecycle.ts'
import { requireExecutors } from './people.ts'

/** The work done so far stays with the order, and the new executor continues from there. */
export const reassignWorkOrder: Handler<(typeof workOrderCalls)['reassign']> = async (ctx, input) => {
  const order = await lockFor(ctx, 'reassign', input)
  const { liableUserId, reason, note } = input
  if (liableUserId === order.liableUserId)
    throw new DomainError('order.same_person', `工单已由 ${order.liablePerson} 负责，请选择其他人`)
  const planEnd = fromWireTime(input.planEndTime, ctx.who.timeZone)
  if (order.planStartTime && planEnd <= order.planStartTime)
    throw new DomainError('order.plan', '计划结束时间应晚于计划开始时间')
  const liable = entryOf(await requireExecutors(ctx, order.station_id, [liableUserId]), liableUserId)
  const handover = `${order.liablePerson} → ${liable}（${reason}）`
  return writeChange(ctx, order, 'reassign', {
    set: {
      liable_user_id: sql`${liableUserId}`,
      liable_person: sql`${liable}`,
      assist_user_ids: sql`array_remove(assist_user_ids, ${liableUserId}::bigint)`,
      plan_end_time: sql`${planEnd}`,
    },
    note: note === '' ? handover : `${handover}：${note}`,
    executors: [liableUserId, ...order.assistUserIds.map(String).filter((id) => id !== liableUserId)],
  })
}
