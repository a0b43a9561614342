import {
  linePartNames,
  lineParts,
  placeOfPart,
  type FieldPart,
  type LinePart,
} from '@heliodesk/contract/field-tickets.ts'
import { pointsOf, switchesOn } from '@heliodesk/contract/ticket-content.ts'
import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { wireTimeOf } from '../../lib/company-time.ts'
import { inOrder, type Book } from '../../lib/outbox/book.ts'
import { useSession } from '../../lib/session.ts'
import { laneOfTicket, ticketActOf } from './ticket-acts.ts'

type Part = { no: number; part: LinePart }

const fields = { call: 'called', repeat: 'repeated', operate: 'operated', tick: 'ticked' } as const

/** An operation ticket as this person left it on this phone. */
export type LeftTicket = {
  ticket: TicketDetail
  /** Parts of the other person that are not known here, although this one's later parts rely on them, by their place. */
  unseen: ReadonlySet<number>
  /** What of it is on this phone, or waits at the server for the other phone. */
  waiting: number
  /** What this person does next, and what they must have heard or seen of the other one before. */
  turn: (Part & { heard: Part[] }) | null
}

/** Lays over the ticket what this person did that the lines do not have yet: on this phone, or waiting at the server. */
export function asLeftTicket(
  known: TicketDetail,
  waits: readonly FieldPart[],
  book: Book,
  userId: string,
): LeftTicket {
  const here = inOrder(book).flatMap((row) => {
    const done = row.lane === laneOfTicket(known.id) && !row.refusal ? ticketActOf(row) : null
    return done?.act === 'ticketPart'
      ? [{ no: done.given.no, part: done.given.part, at: wireTimeOf(row.at) }]
      : []
  })
  const there = waits
    .filter(({ outcome }) => outcome === 'waits')
    .map(({ no, part, doneTime }) => ({ no, part, at: doneTime }))
  const laid = [...there, ...here]
  const ticket = withParts(known, laid)
  const { lineList } = ticket
  const places = lineList.flatMap(({ no }) => lineParts.map((part) => ({ no, part })))
  const isOwn = ({ part }: Part) => (isGuards(part) ? known.guardId : known.leaderId) === userId
  const isTaken = ({ no, part }: Part) => lineList[no - 1]![fields[part]] !== null
  const lastOwn = places.findLastIndex((place) => isOwn(place) && isTaken(place))
  const next = places.findIndex((place, at) => at > lastOwn && isOwn(place))
  const open = (from: number, to: number) =>
    places.slice(from, to).filter((place) => !isOwn(place) && !isTaken(place))
  const place = places[next]
  return {
    ticket,
    unseen: new Set(open(0, lastOwn + 1).map(placeOfPart)),
    waiting: laid.length,
    turn: place ? { ...place, heard: open(lastOwn + 1, next) } : null,
  }
}

const isGuards = (part: LinePart) => part === 'call' || part === 'tick'

/** The ticket with parts that its lines do not have. */
export function withParts(ticket: TicketDetail, laid: readonly (Part & { at: string })[]): TicketDetail {
  // Measures are ticked by whoever permits the work: parts that are laid over are their own.
  const own = useSession.getState().user?.realname
  const nameOf = (part: LinePart) =>
    (ticket.kind !== 'operation' ? own : isGuards(part) ? ticket.guardName : ticket.leaderName) ?? ''
  const laidOver = (line: TicketLine): TicketLine => {
    const laidHere = laid.filter(({ no, part }) => no === line.no && line[fields[part]] === null)
    const marks = laidHere.map(({ part, at }) => [fields[part], { at, name: nameOf(part) }] as const)
    return { ...line, ...Object.fromEntries(marks) }
  }
  return { ...ticket, lineList: ticket.lineList.map(laidOver) }
}

const verbs: Record<LinePart, string> = { call: '听到', repeat: '听到', operate: '看到', tick: '看到' }

/** 已听到王景行唱票: what a person says before their own part, of what the other one did. */
export function heardWords(heard: readonly Part[], name: string): string {
  const said = heard.map(({ part }) => `${verbs[part]}${linePartNames[part]}`)
  return `已${said.join('、').replace(/(听|看)到/, `$1到${name}`)}`
}

/** Why a step must not be switched, as far as this phone knows: the server knows more. */
export function unsafeStep(ticket: TicketDetail, line: TicketLine): string | null {
  if (!switchesOn(line.text)) return null
  const points = pointsOf(line.text)
  const other = ticket.sharing.find((each) => each.points.some((point) => points.includes(point)))
  if (other) return `五防：${points.join('、')} 由 ${other.ticketNo} 隔离，该票尚未终结`
  const earth = ticket.earths.find(
    ({ removedTime, handedTo, place }) =>
      removedTime === null && handedTo === null && pointsOf(place).some((point) => points.includes(point)),
  )
  return earth ? `五防：该处挂有 ${earth.earthName} 号接地，不能合闸` : null
}
