import { z } from 'zod'
import { callsOf } from './call.ts'
import { earthKinds } from './earths.ts'
import { id, keyOf, named, text } from './fields.ts'
import { ticketKinds } from './ticket-kinds.ts'
import { ticketStamps, ticketStates } from './ticket-states.ts'

const { query } = callsOf('ticket', 'earth')

const board = { perm: 'ticket:board' } as const

const ticketRef = { ticketId: z.string(), ticketNo: z.string() }

/** What a ticket waits for, in a word. */
const waiting = z.object({
  text: z.string(),
  /** `todo`: it is the caller's turn. `bad`: it must not stay like that. */
  tone: z.enum(['todo', 'bad', 'plain']),
})

const boardTicket = z
  .object({
    id: z.string(),
    ticketNo: z.string(),
    kind: keyOf(ticketKinds),
    kindLabel: z.string(),
    task: z.string(),
    state: keyOf(ticketStates),
    stateLabel: z.string(),
    stamp: keyOf(ticketStamps).nullable(),
    /** 负责人 李沐阳 · 许可人 王景行; of switching the pair. */
    people: z.array(z.object({ role: z.string(), name: z.string() })),
    planStartTime: z.string().nullable(),
    planEndTime: z.string().nullable(),
    permittedTime: z.string().nullable(),
    startedTime: z.string().nullable(),
    /** When the work ended, before the ticket was. */
    finishedTime: z.string().nullable(),
    validUntil: z.string().nullable(),
    stampedTime: z.string().nullable(),
    ticked: z.int(),
    lines: z.int(),
    isTodo: z.boolean(),
    isLate: z.boolean(),
    waiting: waiting.nullable(),
    /** Why it cannot be permitted yet, though it is not its own signatures that are missing. */
    holds: z.array(z.string()),
  })
  .meta({ id: 'BoardTicket' })
export type BoardTicket = z.output<typeof boardTicket>

const boardPoint = z.object({
  /** Its number, such as 331. */
  name: z.string(),
  device: z.enum(['switch', 'earth']),
  /** As the lines that were ticked left it: it is not measured. Null: no line has touched it yet. */
  isOpen: z.boolean().nullable(),
  /** The next line is about it. */
  isNext: z.boolean(),
  /** The ticket that has isolated it too. */
  reliesOn: z.string().nullable(),
})

/** What a ticket isolates, or switches (间隔). */
const boardBay = z
  .object({
    ...ticketRef,
    /** Where the work is, or what the switching is for. */
    name: z.string(),
    /** `isolated`: work goes on behind it. `switching`: it changes now. `planned`: nothing relies on it yet. */
    state: z.enum(['isolated', 'switching', 'planned']),
    stateLabel: z.string(),
    points: z.array(boardPoint),
    /** The next step of switching that goes on. */
    next: z.string().nullable(),
  })
  .meta({ id: 'BoardBay' })
export type BoardBay = z.output<typeof boardBay>

const boardHanging = z.object({
  id: z.string(),
  kind: keyOf(earthKinds),
  kindLabel: z.string(),
  name: z.string(),
  place: z.string(),
  ...ticketRef,
  installedTime: z.string(),
})
export type BoardHanging = z.output<typeof boardHanging>

const boardPerson = z.object({
  ...ticketRef,
  no: z.int(),
  name: z.string(),
  partLabel: z.string(),
  place: z.string(),
  /** Since when they take part in the work. */
  since: z.string(),
})
export type BoardPerson = z.output<typeof boardPerson>

const ticketBoard = z
  .object({
    psId: z.string(),
    psName: z.string(),
    /** The company's day that the board is of. */
    day: z.string(),
    /** Those that are open, what waits for the caller first, and those that ended today. */
    tickets: z.array(boardTicket),
    bays: z.array(boardBay),
    hanging: z.array(boardHanging),
    /** Earth wires and switches of the ledger by state. */
    ledger: z.object({ stored: z.int(), hanging: z.int(), testing: z.int() }),
    inside: z.array(boardPerson),
    /** How many went out today and are not inside again. */
    left: z.int(),
  })
  .meta({ id: 'TicketBoard' })
export type TicketBoard = z.output<typeof ticketBoard>

/** The day's board of the two tickets of a station (当日看板). */
export const ticketBoardCalls = {
  /** The stations in scope, those with the most open tickets first. */
  stations: query({
    title: '看板的电站',
    entities: ['ticket', 'station'],
    path: '/ticket/board/stations',
    access: board,
    input: z.object({ keyword: named('关键词', text(50).optional()) }),
    output: z.array(
      z.object({
        psId: z.string(),
        psName: z.string(),
        /** Open tickets, and those that wait for the caller. */
        open: z.int(),
        todo: z.int(),
      }),
    ),
  }),
  board: query({
    title: '两票看板',
    path: '/ticket/board',
    access: board,
    input: z.object({ psId: named('电站', id) }),
    output: ticketBoard,
  }),
}
