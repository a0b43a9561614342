import type { TicketRow } from '@heliodesk/contract/ticket-rows.ts'
import type { TicketState } from '@heliodesk/contract/ticket-states.ts'

/** The latest tickets that the user drew up or takes part in. */
export const ownTickets = { only: 'mine', curPage: 1, size: 20 } as const

const working: ReadonlySet<TicketState> = new Set([
  'toPermit',
  'working',
  'paused',
  'trial',
  'toOperate',
  'operating',
])

/** Those by which people work now, or soon. */
export const inHand = (tickets: readonly TicketRow[]): TicketRow[] =>
  tickets.filter(({ state }) => working.has(state))
