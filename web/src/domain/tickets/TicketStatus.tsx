import type { TicketState } from '@heliodesk/contract/ticket-states.ts'
import { StateGlyph, type Group } from '../../kit/Status.tsx'

/** The look of each state. */
export const ticketLooks: Record<TicketState, Group> = {
  draft: 'draft',
  toIssue: 'undo',
  toCosign: 'undo',
  toReview: 'undo',
  toApprove: 'undo',
  toReceive: 'undo',
  toPermit: 'undo',
  toOperate: 'undo',
  paused: 'undo',
  working: 'proc',
  trial: 'proc',
  operating: 'proc',
  toClose: 'check',
  closed: 'ok',
  unused: 'stop',
  void: 'stop',
}

/** The state of a ticket. */
export const TicketStatus = ({ state, stateLabel }: { state: TicketState; stateLabel: string }) => (
  <StateGlyph group={ticketLooks[state]}>{stateLabel}</StateGlyph>
)
