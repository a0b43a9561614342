import { roleTitle } from '@heliodesk/contract/ticket-roles.ts'
import type {
  HangingEarth,
  TicketChangeRow,
  TicketDetail,
  TicketEvent,
} from '@heliodesk/contract/ticket-rows.ts'
import type { TicketChange } from '@heliodesk/contract/ticket-changes.ts'
import { titleOfAct, type TicketAct } from '@heliodesk/contract/ticket-states.ts'
import { lastRound } from '../sheet/ticket.ts'

/** Who signed and when. */
export type Signed = { name: string; at: string; isOutdated?: boolean }

const signatureOf = ({ actorName, at, isOutdated }: TicketEvent): Signed => ({
  name: actorName,
  at,
  isOutdated,
})

const signaturesOf = (ticket: TicketDetail, act: TicketAct): TicketEvent[] => {
  const title = titleOfAct(ticket.kind, act)
  return lastRound(ticket).filter(({ actionName, roleName }) => actionName === title && roleName !== '')
}

/** The event by which an act was signed. What was signed before the ticket was sent back no longer counts. */
export const eventOf = (ticket: TicketDetail, act: TicketAct): TicketEvent | null =>
  signaturesOf(ticket, act).at(-1) ?? null

/** Who signed an act; null until then, so that its place stays empty on paper. */
export function signed(ticket: TicketDetail, act: TicketAct): Signed | null {
  const event = eventOf(ticket, act)
  return event && signatureOf(event)
}

/** What was asked for and agreed to by everybody, the oldest first. */
export const agreedChanges = (ticket: TicketDetail, change: TicketChange): TicketChangeRow[] =>
  ticket.changes
    .filter((each) => each.change === change && each.state === 'done')
    .toSorted((one, other) => one.askedTime.localeCompare(other.askedTime))

/** The signature of somebody who agreed to a change, by the title of the role. */
export const agreedBy = (change: TicketChangeRow, roleName: string): Signed | null =>
  change.agreed.find((each) => each.roleName === roleName) ?? null

/** The leader by whom the ticket was issued, before another one took over. */
export const firstLeader = ({ people, leaderName }: TicketDetail): string =>
  people.find(({ part }) => part === 'leader')?.name ?? leaderName ?? ''

export type Interruption = {
  stopped: Signed
  resumed: { at: string; leader: string; permitter: string } | null
}

/** When the work stopped and went on; on the next day the permitter agrees to it, on the same day the leader decides. */
export function interruptionsOf(ticket: TicketDetail): Interruption[] {
  const stops = signaturesOf(ticket, 'pause')
  const permitter = roleTitle('permitter')
  const resumed = [
    ...signaturesOf(ticket, 'resume').map(({ at, actorName }) => ({ at, leader: actorName, permitter: '' })),
    ...agreedChanges(ticket, 'resume').flatMap((change) => {
      const agreed = agreedBy(change, permitter)
      return agreed ? [{ at: agreed.at, leader: change.askedBy, permitter: agreed.name }] : []
    }),
  ]
  return stops.map((stop, at) => {
    const next = stops[at + 1]?.at
    return {
      stopped: signatureOf(stop),
      resumed: resumed.find((each) => each.at >= stop.at && (next === undefined || each.at <= next)) ?? null,
    }
  })
}

const crewActions: ReadonlySet<string> = new Set(['增加人员', '减少人员'])

/** Who was taken on or off while the work went on. */
export const crewChanges = (ticket: TicketDetail): TicketEvent[] =>
  lastRound(ticket).filter(({ actionName }) => crewActions.has(actionName))

/** Earths that hang still when the ticket is closed: also those that another ticket has taken over. */
export const earthsLeft = ({ earths }: TicketDetail): HangingEarth[] =>
  earths.filter(({ removedTime, handedTo }) => removedTime === null || handedTo !== null)

/** Whose place on the form is filled by hand until the ticket is submitted; afterwards nothing is added to what is signed. */
export const isOpen = ({ state }: TicketDetail): boolean => state === 'draft'
