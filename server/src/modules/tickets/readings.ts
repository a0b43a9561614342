import type { Input } from '@heliodesk/contract/call.ts'
import { isHot } from '@heliodesk/contract/ticket-states.ts'
import type { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { DomainError } from '../../kernel/context.ts'
import { hasRow, insertRow } from '../../kernel/one-row.ts'
import { lockTicket, type TicketCtx } from './lock.ts'
import { record } from './signing.ts'

/** Gas is measured before work with fire begins, and again and again while it goes on (domain.md §1.5). */
export async function addReading(
  ctx: TicketCtx,
  input: Input<(typeof ticketCalls)['measure']>,
): Promise<void> {
  const ticket = await lockTicket(ctx, input.id)
  if (!isHot(ticket.kind)) throw new DomainError('ticket.kind', '只有动火票登记气体测定')
  if (!['toPermit', 'working', 'paused'].includes(ticket.state))
    throw new DomainError('ticket.state', '待许可和执行中的动火票才登记气体测定')
  const member = ctx.db
    .selectFrom('ticket_person')
    .where('ticket_id', '=', ticket.id)
    .where('person_id', '=', ctx.who.userId)
    .where('removed', '=', false)
  if (ticket.leaderId !== ctx.who.userId && !(await hasRow(member)))
    throw new DomainError('ticket.not_signer', '只有本票的人员可以登记气体测定')
  await insertRow(ctx.db, 'ticket_reading', {
    ticket_id: ticket.id,
    at: ctx.now,
    gas: input.gas,
    value: input.value,
    safe: input.isSafe,
    by_name: ctx.who.realname,
  })
  const note = `${input.gas} ${input.value}，${input.isSafe ? '合格' : '不合格'}`
  await record(ctx, ticket.id, { action: 'reading', from: ticket.state, note })
}
