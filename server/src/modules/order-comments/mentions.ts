import type { Output } from '@heliodesk/contract/call.ts'
import type { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { withWireTimes, type Stored } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { requireVisible } from '../work-orders/index.ts'

type Calls = typeof orderCommentCalls
type Row = Output<Calls['mentions']>['rows'][number]

/** Of orders that the caller still sees. */
export const listMentions: Handler<Calls['mentions']> = async ({ db, who }, { size }) => {
  const mine = sql`
    from order_comment_mention m
    join order_comment c on c.tenant_id = m.tenant_id and c.id = m.comment_id
    join work_order o on o.tenant_id = c.tenant_id and o.id = c.order_id
    join station s on s.tenant_id = o.tenant_id and s.id = o.station_id
    where m.user_id = ${who.userId} and ${visibleOrders(who, 'o')}`
  const { rows: counts } = await sql<{ total: number; unseen: number }>`
    select count(*)::int as total, (count(*) filter (where m.seen_at is null))::int as unseen ${mine}`.execute(
    db,
  )
  const { rows } = await sql<Stored<Row, 'addTime'>>`
    select c.id, c.order_id as "orderId", o.work_code as "workCode", o.task_description as "taskDescription",
      s.name as "psName",
      c.author_name as "authorName", c.added_at as "addTime", c.text, m.seen_at is null as "isUnseen" ${mine}
    order by m.seen_at is null desc, c.id desc limit ${size}`.execute(db)
  return { ...one(counts), rows: rows.map((row) => withWireTimes(row, who.timeZone)) }
}

export const markSeen: Handler<Calls['seen']> = async (ctx, { orderId }) => {
  if (orderId !== undefined) await requireVisible(ctx, orderId)
  await ctx.db
    .updateTable('order_comment_mention as m')
    .set({ seen_at: ctx.now })
    .where('m.user_id', '=', ctx.who.userId)
    .where('m.seen_at', 'is', null)
    .$if(orderId !== undefined, (query) =>
      query.where('m.comment_id', 'in', (ofOrder) =>
        ofOrder
          .selectFrom('order_comment')
          .select('id')
          .where('order_id', '=', orderId ?? null),
      ),
    )
    .execute()
  return {}
}
