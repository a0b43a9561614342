import {
  governs,
  isInForce,
  titleOfTicketState,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import type { TicketKind } from '@heliodesk/contract/ticket-kinds.ts'
import type { OrderAction } from '@heliodesk/contract/work-order-rules.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'

type OfOrder = {
  number: string
  kind: TicketKind
  state: TicketState
  stamp: string | null
  validUntil: Date | null
}

const ofOrder = async ({ db }: Pick<Ctx, 'db'>, orderId: string): Promise<OfOrder[]> =>
  (
    await sql<OfOrder>`
      select t.number, t.kind, t.state, t.stamp, t.valid_until as "validUntil"
      from ticket_order l join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
      where l.order_id = ${orderId} and t.number is not null order by t.id`.execute(db)
  ).rows

/** Of an order: its tickets that have not ended, and whether one lets it begin now. */
export async function ticketsOfOrder(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, needTicket }: { id: string; needTicket: number },
): Promise<{ open: OfOrder[]; inForce: boolean }> {
  const tickets = await ofOrder(ctx, id)
  const isValid = ({ validUntil }: OfOrder) => validUntil === null || validUntil > ctx.now
  return {
    open: tickets.filter(({ stamp }) => stamp === null),
    inForce: tickets.some(
      (ticket) => governs(ticket.kind, needTicket) && isInForce(ticket.kind, ticket.state) && isValid(ticket),
    ),
  }
}

/** Actions that end the work of an order, or the order. */
const ending: ReadonlySet<OrderAction> = new Set(['submit', 'pass', 'terminate'])

/**
 * The interlock of orders and tickets: no order that needs a ticket starts without one in force, and none is submitted,
 * accepted or ended while one is open. Triggers refuse the same on every other way (migration 0166).
 */
export async function ticketRefusal(
  ctx: Pick<Ctx, 'db' | 'now'>,
  action: OrderAction,
  order: { id: string; needTicket: number },
): Promise<DomainError | null> {
  if (action !== 'start' && !ending.has(action)) return null
  if (action === 'start' && order.needTicket === 0) return null
  const { open, inForce } = await ticketsOfOrder(ctx, order)
  if (action === 'start') {
    if (inForce) return null
    const kind = order.needTicket === 2 ? '操作票' : '工作票'
    const waiting = open.filter(({ kind: each }) => governs(each, order.needTicket))
    const says = waiting.map(
      ({ number, kind: each, state }) => `${number} ${titleOfTicketState(each, state)}`,
    )
    return new DomainError(
      'order.ticket_needed',
      says.length > 0
        ? `该工单须有生效的${kind}才能开始作业：${says.join('、')}`
        : `该工单须有生效的${kind}才能开始作业，请先开票`,
    )
  }
  if (open.length === 0) return null
  return new DomainError(
    'order.ticket_open',
    `还有 ${open.length} 张票未终结：${open.map(({ number }) => number).join('、')}`,
  )
}

export type Withdrawal = { number: string; by: string; at: Date }

/**
 * When the last ticket under which an order was worked on ended; null while one still governs it, and where none ever did.
 */
export async function withdrawalOf(
  { db }: Pick<Ctx, 'db'>,
  { id, needTicket }: { id: string; needTicket: number },
): Promise<Withdrawal | null> {
  if (needTicket === 0) return null
  const { rows } = await sql<{ number: string; kind: TicketKind; by: string | null; at: Date | null }>`
    select t.number, t.kind, ended.actor_name as "by", ended.at
    from ticket_order l join ticket t on t.tenant_id = l.tenant_id and t.id = l.ticket_id
    left join lateral (
      select e.actor_name, e.at from ticket_event e
      where e.tenant_id = t.tenant_id and e.ticket_id = t.id and e.to_state in ('toClose', 'closed', 'unused', 'void')
      order by e.id limit 1
    ) ended on true
    where l.order_id = ${id} and t.number is not null and exists (
      select from ticket_event e where e.tenant_id = t.tenant_id and e.ticket_id = t.id
        and e.to_state in ('working', 'toOperate', 'operating'))`.execute(db)
  const governing = rows.filter(({ kind }) => governs(kind, needTicket))
  const ended = governing.flatMap(({ number, by, at }) => (by !== null && at ? [{ number, by, at }] : []))
  if (ended.length < governing.length) return null
  return ended.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0] ?? null
}
