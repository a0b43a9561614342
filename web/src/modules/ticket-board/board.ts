import type { BoardPerson, BoardTicket, TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { isRunning } from '@heliodesk/contract/ticket-states.ts'
import dayjs from 'dayjs'

export const isOpen = ({ stamp }: BoardTicket): boolean => stamp === null

/** 14:20; with its day if it is another. */
export const clockOf = (time: string, day: string): string =>
  time.startsWith(day) ? time.slice(11, 16) : time.slice(5, 16)

/** When it began and until when it may go on, or its plan. */
export function timesOf(ticket: BoardTicket, day: string): string {
  const { kind, permittedTime, startedTime, finishedTime, validUntil, planStartTime, planEndTime } = ticket
  const at = (time: string) => clockOf(time, day)
  if (kind === 'operation' && startedTime)
    return finishedTime ? `${at(startedTime)} 开始，${at(finishedTime)} 完毕` : `${at(startedTime)} 开始`
  if (permittedTime && finishedTime) return `${at(permittedTime)} 许可，${at(finishedTime)} 工作终结`
  if (permittedTime) return `${at(permittedTime)} 许可${validUntil ? `，至 ${at(validUntil)}` : ''}`
  return planStartTime && planEndTime ? `计划 ${at(planStartTime)} – ${at(planEndTime)}` : ''
}

/** What is left of the time of work that goes on: 剩 2 时 28 分. */
export function leftOf({ state, validUntil }: BoardTicket, now: string): string | null {
  if (validUntil === null || !isRunning(state) || state === 'toClose') return null
  const minutes = dayjs(validUntil).diff(now, 'minute')
  if (minutes < 0) return null
  return minutes < 60 ? `剩 ${minutes} 分` : `剩 ${Math.floor(minutes / 60)} 时 ${minutes % 60} 分`
}

/** The board no longer tells how things are: the day is over, or the time of a ticket. */
export const isOutdated = ({ day, tickets }: TicketBoard, now: string): boolean =>
  !now.startsWith(day) ||
  tickets.some(
    ({ state, validUntil, isLate }) => isRunning(state) && !isLate && validUntil !== null && validUntil < now,
  )

export type Crew = { ticketId: string; ticketNo: string; place: string; people: BoardPerson[] }

/** Who is inside, by ticket. */
export function crewsOf(inside: readonly BoardPerson[]): Crew[] {
  const crews = new Map<string, Crew>()
  for (const person of inside) {
    const { ticketId, ticketNo, place } = person
    const crew = crews.get(ticketId)
    if (crew) crew.people.push(person)
    else crews.set(ticketId, { ticketId, ticketNo, place, people: [person] })
  }
  return [...crews.values()]
}

export const keyOf = ({ ticketId, no }: BoardPerson): string => `${ticketId}/${no}`
