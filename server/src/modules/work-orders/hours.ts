import type { Input } from '@heliodesk/contract/call.ts'
import { HOURS_AN_ORDER } from '@heliodesk/contract/order-rows.ts'
import { workHoursOf } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'

export type Hours = Input<(typeof workOrderCalls)['execute']>['workHoursList'][number]

export const hoursOf = ({ db }: Pick<Ctx, 'db'>, orderId: string) =>
  db
    .selectFrom('work_order_hours')
    .select(['executor_name as executorName', 'people_num as peopleNum', 'remark'])
    .select(['actual_start_time as start', 'actual_end_time as end'])
    .where('order_id', '=', orderId)
    .execute()

export async function replaceHours(ctx: Ctx, orderId: string, hours: readonly Hours[]): Promise<void> {
  const rows = hours.map((each, at) => rowOf(ctx, orderId, each, at + 1))
  await ctx.db.deleteFrom('work_order_hours').where('order_id', '=', orderId).execute()
  if (rows.length > 0) await ctx.db.insertInto('work_order_hours').values(rows).execute()
}

/** Adds hours to a locked order. */
export async function addHours(ctx: Ctx, orderId: string, hours: Hours): Promise<void> {
  const { length } = await hoursOf(ctx, orderId)
  if (length >= HOURS_AN_ORDER)
    throw new DomainError('order.hours_many', `一张工单最多 ${HOURS_AN_ORDER} 条工时`)
  await ctx.db
    .insertInto('work_order_hours')
    .values(rowOf(ctx, orderId, hours, length + 1))
    .execute()
}

/** The instants of hours that stand at this place of the list. */
export function spanOf({ who }: Pick<Ctx, 'who'>, hours: Hours, place: number): { start: Date; end: Date } {
  const start = fromWireTime(hours.actualStartTime, who.timeZone)
  const end = fromWireTime(hours.actualEndTime, who.timeZone)
  if (end <= start) throw new DomainError('order.hours', `第 ${place} 条工时的结束时间应晚于开始时间`)
  return { start, end }
}

function rowOf(ctx: Ctx, orderId: string, hours: Hours, place: number) {
  const { start, end } = spanOf(ctx, hours, place)
  return {
    order_id: orderId,
    executor_name: hours.executorName,
    actual_start_time: start,
    actual_end_time: end,
    people_num: hours.peopleNum,
    work_hours: workHoursOf(start.getTime(), end.getTime(), hours.peopleNum),
    remark: hours.remark,
  }
}
