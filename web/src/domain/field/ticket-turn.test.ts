import { expect, test } from 'vitest'
import type { FieldPart, LinePart } from '@heliodesk/contract/field-tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { emptyBook, type Book } from '../../lib/outbox/book.ts'
import { ticketIntentOf, ticketOfLane, wordsOfTicketAct } from './ticket-acts.ts'
import { wordsOf } from './acts.ts'
import { asLeftTicket, heardWords, unsafeStep } from './ticket-turn.ts'

const texts = ['断开低压侧断路器431', '检查431在分位', '合上高压侧负荷开关331']
const mark = { at: '2026-11-24 14:00:00', name: '某人' }

const ticket = {
  id: '8',
  kind: 'operation',
  leaderId: '34',
  leaderName: '何雨桐',
  guardId: '35',
  guardName: '王景行',
  earths: [],
  sharing: [],
  lineList: texts.map((text, at) => ({
    no: at + 1,
    group: 'step',
    text,
    called: null,
    repeated: null,
    operated: null,
    ticked: null,
  })),
} as unknown as TicketDetail

type Part = [no: number, part: LinePart]

const bookOf = (parts: readonly Part[], refused = false): Book => ({
  ...emptyBook,
  rows: new Map(
    parts.map(([no, part], at) => {
      const intent = ticketIntentOf('8', { act: 'ticketPart', given: { no, part, text: texts[no - 1]! } })
      const refusal = refused ? { code: 'x', message: '不行' } : null
      return [intent.key, { ...intent, seq: at + 1, tried: false, fails: 0, refusal }]
    }),
  ),
})
const left = (userId: string, own: readonly Part[], known = ticket, waits: FieldPart[] = []) =>
  asLeftTicket(known, waits, bookOf(own), userId)
const turnOf = (userId: string, own: readonly Part[]) => {
  const { turn } = left(userId, own)
  return turn && [turn.no, turn.part, ...turn.heard.map(({ no, part }) => `${no} ${part}`)]
}

const OPERATOR = '34'
const GUARD = '35'

test.each<[string, string, Part[], unknown]>([
  ['the guard calls first', GUARD, [], [1, 'call']],
  ['the operator has heard that', OPERATOR, [], [1, 'repeat', '1 call']],
  ['and needs nothing between repeating and operating', OPERATOR, [[1, 'repeat']], [1, 'operate']],
  ['the guard ticks what they saw', GUARD, [[1, 'call']], [1, 'tick', '1 repeat', '1 operate']],
  [
    'and calls the next one',
    GUARD,
    [
      [1, 'call'],
      [1, 'tick'],
    ],
    [2, 'call'],
  ],
  [
    'the operator has seen the tick and heard the call',
    OPERATOR,
    [
      [1, 'repeat'],
      [1, 'operate'],
    ],
    [2, 'repeat', '1 tick', '2 call'],
  ],
  ['nobody else has a turn', '1', [], null],
])('without a line %s', (_name, userId, own, turn) => {
  expect(turnOf(userId, own)).toEqual(turn)
})

test('what is on the phone shows in the lines, and what of the other one it relies on is not seen', () => {
  const {
    ticket: shown,
    unseen,
    waiting,
  } = left(OPERATOR, [
    [1, 'repeat'],
    [1, 'operate'],
  ])
  expect(shown.lineList[0]!.operated?.name).toBe('何雨桐')
  expect(shown.lineList[0]!.called).toBeNull()
  expect([...unseen]).toEqual([0])
  expect(waiting).toBe(2)
})

test('what has arrived and waits counts as done; what was refused does not', () => {
  const waits = [{ no: 1, part: 'repeat', outcome: 'waits', doneTime: mark.at }] as FieldPart[]
  expect(left(OPERATOR, [], ticket, waits).turn).toEqual({ no: 1, part: 'operate', heard: [] })
  expect(asLeftTicket(ticket, [], bookOf([[1, 'repeat']], true), OPERATOR).turn?.part).toBe('repeat')
})

test('what the server knows is not asked again', () => {
  const known = {
    ...ticket,
    lineList: ticket.lineList.map((line) => (line.no === 1 ? { ...line, called: mark } : line)),
  }
  expect(left(OPERATOR, [], known).turn).toEqual({ no: 1, part: 'repeat', heard: [] })
})

test('at the end nobody has a turn', () => {
  const all = texts.flatMap((_text, at): Part[] => [
    [at + 1, 'repeat'],
    [at + 1, 'operate'],
  ])
  expect(left(OPERATOR, all).turn).toBeNull()
})

test('a person says what they heard or saw', () => {
  expect(heardWords([{ no: 1, part: 'call' }], '王景行')).toBe('已听到王景行唱票')
  expect(
    heardWords(
      [
        { no: 1, part: 'tick' },
        { no: 2, part: 'call' },
      ],
      '王景行',
    ),
  ).toBe('已看到王景行打√、听到唱票')
})

test('five-prevention holds as far as the phone knows', () => {
  const [open, , close] = ticket.lineList
  const sharing = [{ ticketNo: 'GZP1-9', points: ['331'] }] as TicketDetail['sharing']
  const earths = [
    { earthName: 'T1', removedTime: null, handedTo: null, place: '331电缆侧' },
  ] as TicketDetail['earths']
  expect(unsafeStep({ ...ticket, sharing }, close!)).toBe('五防：331 由 GZP1-9 隔离，该票尚未终结')
  expect(unsafeStep({ ...ticket, earths }, close!)).toBe('五防：该处挂有 T1 号接地，不能合闸')
  expect(unsafeStep(ticket, close!)).toBeNull()
  expect(unsafeStep({ ...ticket, sharing }, open!)).toBeNull()
})

test('acts on tickets have a lane of their own, and words', () => {
  const intent = ticketIntentOf('8', {
    act: 'ticketPart',
    given: { no: 1, part: 'operate', text: texts[0]! },
  })
  expect(ticketOfLane(intent.lane)).toBe('8')
  expect(ticketOfLane('8')).toBeNull()
  expect(JSON.parse(intent.body)).toMatchObject({ id: '8', no: 1, at: intent.at })
  expect(wordsOf(intent)).toBe('第 1 步操作“断开低压侧断路器431”')
  expect(wordsOfTicketAct({ act: 'ticketSeen', given: { stopId: '3' } })).toBe('确认停止作业')
})
