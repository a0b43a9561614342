import { DomainError, type Ctx } from '../../kernel/context.ts'
import { MissingRight } from '../../kernel/errors.ts'
import { missingRight } from '../../kernel/rights.ts'
import type { readVisible } from '../work-orders/index.ts'

export type SeenOrder = Awaited<ReturnType<typeof readVisible>>

/** Whoever executes an order says what is out while it is in hand; whoever dispatches it, until it is closed. */
export async function refusalToChange(
  ctx: Pick<Ctx, 'db' | 'who'>,
  order: SeenOrder,
): Promise<DomainError | MissingRight | null> {
  if (order.flowSts > 3) return new DomainError('outage.closed', '工单已关闭，不能修改停机记录')
  const noDispatch = await missingRight(ctx, ['order:assign'])
  if (noDispatch === null) return null
  if ((await missingRight(ctx, ['order:execute'])) !== null) return new MissingRight(noDispatch, ctx.who)
  if (![order.liableUserId, ...order.assistUserIds].map(String).includes(ctx.who.userId))
    return new DomainError('outage.not_executor', '只有负责人、协作人和调度人可以修改停机记录')
  return order.flowSts === 2 ? null : new DomainError('outage.state', '工单不在处理中，不能修改停机记录')
}
