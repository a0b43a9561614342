import type { PartMark } from '@heliodesk/contract/field-tickets.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { mentionHolders } from '../order-comments/index.ts'

/**
 * Tells those who supervise the two tickets, on the orders of a ticket, what the caller did: once for a person, a ticket
 * and a mark, however many parts come; all of them are on the ticket.
 */
export async function tellSupervisors(
  ctx: Ctx,
  ticketId: string,
  mark: PartMark,
  text: string,
): Promise<void> {
  const { rows } = await sql<{ told: number }>`
    select count(*)::int as told from field_part p
      join field_part_end e on e.tenant_id = p.tenant_id and e.part_id = p.id
    where p.ticket_id = ${ticketId} and p.author_id = ${ctx.who.userId} and ${mark}::text = any(e.marks)`.execute(
    ctx.db,
  )
  if ((rows[0]?.told ?? 0) > 1) return
  const orders = await ctx.db
    .selectFrom('ticket_order')
    .select('order_id')
    .where('ticket_id', '=', ticketId)
    .orderBy('order_id')
    .execute()
  for (const { order_id: orderId } of orders)
    await mentionHolders(ctx, orderId, text.slice(0, 600), 'ticketReview:edit')
}
