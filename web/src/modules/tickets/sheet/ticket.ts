import type { TicketDetail, TicketEvent } from '@heliodesk/contract/ticket-rows.ts'
import { ticketKinds } from '@heliodesk/contract/ticket-kinds.ts'
import {
  isEnded,
  pathOf,
  runningStates,
  ticketTypeOf,
  titleOfTicketState,
  type TicketState,
} from '@heliodesk/contract/ticket-states.ts'
import dayjs from 'dayjs'
import { EMPTY, formatTime } from '../../../kit/format.ts'
import { companyNow } from '../../../lib/company-time.ts'

/** Where the parts of the sheet are, for the links that jump to them. */
export const anchors = {
  measures: 'ticket-measures',
  steps: 'ticket-steps',
  earths: 'ticket-earths',
  crew: 'ticket-crew',
  changes: 'ticket-changes',
  gas: 'ticket-gas',
} as const

/** Until it is submitted it has no number. */
export const nameOf = ({ kind, ticketNo, workContent }: TicketDetail): string =>
  `${ticketNo || ticketTypeOf(kind)} ${workContent}`

export const kindOf = ({ kind }: TicketDetail): string => ticketKinds[kind]

/** Something is isolated, switched, or waits for the permit: what is locked matters now. */
const lockingStates: ReadonlySet<TicketState> = new Set([
  'toPermit',
  'toOperate',
  'operating',
  ...runningStates,
])
export const isLocking = ({ state }: TicketDetail): boolean => lockingStates.has(state)

/** The crew is briefed once the permit is signed, and whoever comes later. */
export const isBriefing = ({ state, permittedTime }: TicketDetail): boolean =>
  state === 'working' || (state === 'toPermit' && permittedTime !== null)

export const latestFirst = (events: readonly TicketEvent[]): TicketEvent[] =>
  events.toSorted((one, other) => other.at.localeCompare(one.at) || Number(other.id) - Number(one.id))

/** The clock of what happened today; with its day what happened before. */
export const whenOf = (at: string): string =>
  at.startsWith(companyNow().format('YYYY-MM-DD')) ? at.slice(11, 16) : formatTime(at)

/** 3 时 46 分. */
export function durationOf(from: string, to: string): string {
  const minutes = Math.max(0, dayjs(to).diff(from, 'minute'))
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours} 时 ${minutes % 60} 分` : `${minutes} 分`
}

export type PathStep = { title: string; is: 'done' | 'now' | 'bad' | 'later'; note: string }

/** The states of its regular life, who took it out of each and when, and where it is now. */
export function stepsOf(ticket: TicketDetail, now: string): PathStep[] {
  const { kind, state, stateLabel, content, stampedBy, stampedTime } = ticket
  const titles = pathOf(kind, content.isOutsourced).map((each) => titleOfTicketState(kind, each))
  const round = lastRound(ticket)
  const led = titles.map((title) => round.find((event) => event.stateLabel === title) ?? null)
  const signed = (event: TicketEvent | null | undefined) =>
    event ? `${event.actorName} ${whenOf(event.at)}` : ''
  const done = (at: number): PathStep => ({
    title: titles[at]!,
    is: 'done',
    note: signed(led[at + 1] ?? (at === titles.length - 1 ? led[at] : null)),
  })
  if (isEnded(state) && state !== 'closed') {
    const last = Math.max(
      0,
      led.findLastIndex((event) => event !== null),
    )
    return [
      ...titles.slice(0, last + 1).map((_title, at) => done(at)),
      {
        title: stateLabel,
        is: 'bad',
        note: `${stampedBy ?? ''} ${stampedTime ? whenOf(stampedTime) : ''}`.trim(),
      },
    ]
  }
  const current = state === 'closed' ? titles.length : placeOf(ticket)
  return titles.map((title, at) => {
    if (at < current) return done(at)
    if (at === current) return { title: stateLabel, is: 'now', note: nowOf(ticket, now) }
    return { title, is: 'later', note: laterOf(ticket, at - current) }
  })
}

/** Interrupted work and a trial are places of the work that goes on. */
function placeOf({ kind, state, content }: TicketDetail): number {
  const path = pathOf(kind, content.isOutsourced)
  return path.indexOf(state === 'paused' || state === 'trial' ? 'working' : state)
}

function nowOf({ startedTime, state, flowUser }: TicketDetail, now: string): string {
  const isUnderWay = ['working', 'paused', 'trial', 'operating'].includes(state)
  return isUnderWay && startedTime ? `已 ${durationOf(startedTime, now)}` : flowUser
}

const laterOf = ({ hanging, state }: TicketDetail, ahead: number): string =>
  ahead === 1 && hanging > 0 && state !== 'toPermit' ? `需拆除接地 ${hanging} 组` : EMPTY

/** What happened since it last was a draft, the oldest first. */
export function lastRound({ kind, events }: TicketDetail): TicketEvent[] {
  const all = latestFirst(events).toReversed()
  const draft = titleOfTicketState(kind, 'draft')
  return all.slice(
    Math.max(
      0,
      all.findLastIndex(({ stateLabel }) => stateLabel === draft),
    ),
  )
}
