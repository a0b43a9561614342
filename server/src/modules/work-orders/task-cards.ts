import type { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { listWorkOrders } from './list.ts'

/** A page of orders, each with how many of its steps are done. */
export const listCards: Handler<(typeof taskViewCalls)['page']> = async (ctx, input) => {
  await requireRights(ctx, ['order:list'])
  const { pageList, rowCount } = await listWorkOrders(ctx, { ...input, needCount: true })
  const { rows } = await sql<{ id: string; stepCount: number; doneCount: number }>`
    select e.order_id as id, jsonb_array_length(e.steps) as "stepCount",
      (select count(*)::int from jsonb_array_elements(e.steps) step where (step ->> 'done')::boolean) as "doneCount"
    from work_order_execution e where e.order_id = any(${pageList.map(({ id }) => id)}::bigint[])`.execute(
    ctx.db,
  )
  const progress = new Map(rows.map((row) => [row.id, row]))
  return {
    pageList: pageList.map((order) => ({
      ...order,
      stepCount: progress.get(order.id)?.stepCount ?? 0,
      doneCount: progress.get(order.id)?.doneCount ?? 0,
    })),
    rowCount,
  }
}
