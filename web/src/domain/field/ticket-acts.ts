import type { Sent } from '@heliodesk/contract/call.ts'
import { fieldTicketCalls, nameOfPart } from '@heliodesk/contract/field-tickets.ts'
import type { Intent } from '../../lib/outbox/book.ts'
import { clockSkew } from '../../lib/server-clock.ts'
import { randomId } from '../../lib/session.ts'

/** What people do on a ticket, whose lane in the outbox is its own. */
export const ticketCalls = {
  ticketPart: fieldTicketCalls.tick,
  ticketSeen: fieldTicketCalls.seen,
} as const
type Kind = keyof typeof ticketCalls

type Given<K extends Kind> = Omit<Sent<(typeof ticketCalls)[K]>, 'id' | 'at' | 'skew'>
export type TicketAct = { [K in Kind]: { act: K; given: Given<K> } }[Kind]

const LANE = 'ticket:'

/** Ids of tickets and of orders may be the same. */
export const laneOfTicket = (id: string): string => `${LANE}${id}`
/** The ticket whose lane it is; null if it is an order's. */
export const ticketOfLane = (lane: string): string | null =>
  lane.startsWith(LANE) ? lane.slice(LANE.length) : null

export function ticketIntentOf(id: string, { act, given }: TicketAct): Intent {
  const at = Date.now()
  const skew = clockSkew()
  return {
    key: randomId(),
    lane: laneOfTicket(id),
    kind: act,
    body: JSON.stringify({ id, at, skew, ...given }),
    at,
    skew,
    photo: null,
    last: false,
  }
}

/** What was queued for a ticket; null for everything else. */
export function ticketActOf({ kind, body }: Pick<Intent, 'kind' | 'body'>): TicketAct | null {
  if (!Object.hasOwn(ticketCalls, kind)) return null
  const { id: _id, at: _at, skew: _skew, ...given } = JSON.parse(body)
  return { act: kind, given } as TicketAct
}

/** 第 7 步操作“断开 331”. */
export const wordsOfTicketAct = ({ act, given }: TicketAct): string =>
  act === 'ticketSeen' ? '确认停止作业' : `${nameOfPart(given)}“${given.text}”`
