import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type { Hired } from '../../hire.ts'
import type { Signatory } from '../../tickets.ts'

/** What somebody does with a ticket, as its history names it. */
export type Deed = { by: Hired; action: string; path: string; body: object }

type Around = {
  people: Record<Signatory, Hired>
  leader: Hired
  /** An earth for each hanging. */
  earthId: () => Promise<string>
  now: () => string
}

/** What comes next in the life of a ticket, at random where there is a choice; null at its end. */
export async function nextDeed(ticket: TicketDetail, around: Around): Promise<Deed | null> {
  const { people, leader } = around
  const { id, version } = ticket
  const act = (by: Hired, action: string, more: object = {}): Deed => ({
    by,
    action,
    path: ticketCalls.act.path,
    body: { id, version, act: action, ...more },
  })
  const reason = '压测退回'
  switch (ticket.state) {
    case 'draft':
      return act(leader, 'submit')
    case 'toIssue':
      return Math.random() < 0.1 ? act(people.issuer, 'sendBack', { reason }) : act(people.issuer, 'issue')
    case 'toReceive':
      return Math.random() < 0.1 ? act(people.shift, 'sendBack', { reason }) : act(people.shift, 'receive')
    case 'toPermit':
      return ticket.permittedTime === null ? await measure(ticket, around, act) : act(leader, 'confirm')
    case 'working':
      return work(ticket, around, act)
    case 'paused':
      return act(leader, 'resume')
    case 'toClose':
      return unhang(ticket, around) ?? act(people.permitter, 'close')
    default:
      return null
  }
}

type Act = (by: Hired, action: string, more?: object) => Deed

/** Ticks one measure after another, hangs the earth, and permits. */
async function measure(ticket: TicketDetail, { people, earthId, now }: Around, act: Act): Promise<Deed> {
  const { id } = ticket
  const by = people.permitter
  const line = ticket.lineList.find(({ ticked }) => !ticked)
  if (line) return { by, action: 'measureDone', path: ticketCalls.tick.path, body: { id, no: line.no } }
  if (ticket.earths.some(({ removedTime }) => removedTime === null)) return act(by, 'permit')
  const place = { place: '371电源侧', testedTime: now(), guardId: people.fire.id }
  const body = { id, earthId: await earthId(), ...place }
  return { by, action: 'hang', path: ticketCalls.hang.path, body }
}

function unhang({ id, earths }: TicketDetail, { people }: Around): Deed | null {
  const hanging = earths.find(({ removedTime }) => removedTime === null)
  if (!hanging) return null
  const body = { id, hangingId: hanging.id, guardId: people.fire.id }
  return { by: people.permitter, action: 'unhang', path: ticketCalls.unhang.path, body }
}

/** The crew goes in and out, the work pauses, and at some time it is finished. */
function work({ id, people: parts }: TicketDetail, { people, leader }: Around, act: Act): Deed {
  const crew = parts.filter(({ part }) => part === 'crew')
  const chosen = crew[Math.floor(Math.random() * crew.length)]
  const inside = crew.find(({ isInside }) => isInside)
  if (Math.random() < 0.4 || !chosen) {
    if (inside)
      return { by: leader, action: 'leave', path: ticketCalls.leave.path, body: { id, no: inside.no } }
    return Math.random() < 0.3 ? act(leader, 'pause') : act(leader, 'finish', { isClear: true })
  }
  const action = chosen.isInside ? 'leave' : 'enter'
  const own = chosen.personId === people.fire.id ? people.fire : leader
  return { by: own, action, path: ticketCalls[action].path, body: { id, no: chosen.no } }
}
