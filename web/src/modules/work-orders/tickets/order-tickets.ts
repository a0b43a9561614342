import type { KnownOrder } from '../order.ts'

/** The kinds of tickets that an order may need before its work begins. */
export const ticketNeeds = { 1: '工作票', 2: '操作票' } as const

/** An order has fewer. */
export const MOST_TICKETS = 50

type Needing = Pick<KnownOrder, 'flowSts' | 'needTicket'>

/** What the order needs while tickets can still be opened for it; null if it needs none, or its work is over. */
export const neededTicket = ({ needTicket, flowSts }: Needing): string | null =>
  (needTicket === 1 || needTicket === 2) && flowSts < 3 ? ticketNeeds[needTicket] : null
