import { fieldTicketCalls, type FieldPart, type TicketWorker } from '@heliodesk/contract/field-tickets.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_FIELD, useField } from '../../../domain/field/field-store.ts'
import { apply, emptyBook, type Intent } from '../../../lib/outbox/book.ts'
import type { Outbox } from '../../../lib/outbox/outbox.ts'
import { noteLine } from '../../../lib/line.ts'
import { dialogOf, isolateSheets, partOf, showSheet } from './show-sheet.fixture.tsx'
import { siteLines } from './site-words.ts'
import { GUARD, operationTicket, OPERATOR, ticketOf, workTicket } from './ticket.fixture.ts'
import { untilOf } from './until.ts'

vi.mock('../../../lib/call.ts', { spy: true })
isolateSheets()
afterEach(() => {
  noteLine(true)
  useField.setState(NO_FIELD)
})

const partOfPhone = (given: Partial<FieldPart>): FieldPart => ({
  id: `${given.no} ${given.part}`,
  no: 5,
  part: 'operate',
  authorName: '何雨桐',
  outcome: 'waits',
  marks: [],
  doneTime: '2026-11-21 14:20:00',
  arrivalTime: '2026-11-21 14:31:00',
  why: '等待第 5 步复诵送达',
  ...given,
})
const worker: TicketWorker = {
  id: OPERATOR,
  name: '何雨桐',
  phone: '13800000006',
  lastSeenTime: '2026-11-21 14:02:00',
  isSilent: true,
  seenTime: null,
}
const nothing = { parts: [], workers: [], stop: null }
const answersWith = (site: object) => ({
  [fieldTicketCalls.site.path]: { ...nothing, ...site },
  [ticketCalls.act.path]: operationTicket,
})

/** A device that keeps acts; answers what it keeps. */
function keeping(): Intent[] {
  const kept: Intent[] = []
  const book = () =>
    apply(
      emptyBook,
      kept.map((intent, at) => ({
        did: 'add',
        row: { ...intent, seq: at + 1, tried: false, fails: 0, refusal: null },
        photo: null,
      })),
    )
  const add = (intent: Intent) => {
    kept.push(intent)
    return Promise.resolve()
  }
  useField.setState({ outbox: { add, book: () => Promise.resolve(book()) } as unknown as Outbox })
  return kept
}

test('what waits is one line for a person, with what is missing', () => {
  const waits = [
    partOfPhone({ no: 5, part: 'repeat' }),
    partOfPhone({ no: 5, part: 'operate' }),
    partOfPhone({ no: 6, part: 'repeat' }),
  ]
  expect(siteLines(operationTicket, waits).map(({ text }) => text)).toEqual([
    '何雨桐的手机已做第 5 步复诵、操作，第 6 步复诵，等待王景行的第 5 步唱票送达',
  ])
  const record = partOfPhone({ outcome: 'record', why: '送达时票为“未执行”，作为补充记录保留' })
  expect(siteLines(operationTicket, [record])[0]!.text).toBe(
    '何雨桐的手机已做第 5 步操作，送达时票为“未执行”，作为补充记录保留',
  )
})

test('who stops the work is told whose phone has no line, with the number', async () => {
  showSheet(operationTicket, answersWith({ workers: [worker] }), { as: GUARD })
  await userEvent.click(await screen.findByRole('button', { name: '中止操作' }))
  const dialog = await dialogOf('中止操作？')
  expect(await dialog.findByText('何雨桐 最后联网 14:02')).toBeTruthy()
  expect(dialog.getByRole('link', { name: '电话通知何雨桐' }).getAttribute('href')).toBe('tel:13800000006')
})

test('the ticket says who knows that the work is stopped, and what has marks', async () => {
  const stop = { act: 'abort', byName: '王景行', at: '2026-11-21 14:10:00' }
  const seen = { ...worker, id: '9', name: '郑可欣', seenTime: '2026-11-21 14:12:00' }
  const marked = partOfPhone({ outcome: 'record', marks: ['afterTicket'], why: '作为补充记录保留' })
  showSheet(operationTicket, answersWith({ stop, workers: [worker, seen], parts: [marked] }), { as: GUARD })
  const site = await partOf('现场手机')
  expect(site.getByText('14:10 由 王景行 中止，停止作业')).toBeTruthy()
  expect(site.getByText('尚未知悉 · 最后联网 14:02')).toBeTruthy()
  expect(site.getByText('已知悉 14:12')).toBeTruthy()
  expect(site.getByText('票已收回后作业，请签发人、许可人核对')).toBeTruthy()
})

test('without a line the guard goes on after they say what they heard and saw', async () => {
  const kept = keeping()
  const { inputs } = showSheet(operationTicket, answersWith({}), { as: GUARD, width: 390 })
  await screen.findByRole('heading', { name: '5. 检查 331 在分位' })
  noteLine(false)
  expect(await screen.findByText(/^未联网，看不到对方手机；当面确认后再做检查打√$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '已看到何雨桐操作' }))
  const later = Date.now() + 2000
  vi.setSystemTime(later)
  await userEvent.click(screen.getByRole('button', { name: '检查无误，打√' }))
  await vi.waitFor(() =>
    expect(kept.map(({ lane, kind, body }) => [lane, kind, JSON.parse(body)])).toMatchObject([
      ['ticket:8', 'ticketPart', { id: '8', no: 5, part: 'tick', text: '检查 331 在分位', at: later }],
    ]),
  )
  expect(await screen.findByRole('button', { name: '已唱票' })).toBeTruthy()
  expect(screen.getByText('5. 检查 331 在分位')).toBeTruthy()
  expect(inputs(ticketCalls.tick)).toEqual([])
})

test('without a line measures are ticked one after another', async () => {
  const kept = keeping()
  const ticket = ticketOf({
    state: 'toPermit',
    permittedTime: null,
    mayTick: true,
    lineList: workTicket.lineList.map((line) => ({ ...line, ticked: null })),
  })
  const { inputs } = showSheet(ticket, answersWith({}), { width: 390 })
  const [first] = ticket.lineList
  const name = new RegExp(`^已执行\\s*第 ${first!.no} 条$`)
  const press = () => screen.findByRole('button', { name })
  await press()
  noteLine(false)
  await userEvent.click(await press())
  await vi.waitFor(() =>
    expect(kept.map(({ body }) => JSON.parse(body))).toMatchObject([
      { no: first!.no, part: 'tick', text: first!.text },
    ]),
  )
  expect(screen.queryByRole('button', { name })).toBeNull()
  expect(inputs(ticketCalls.tick)).toEqual([])
})

test.each([
  ['2026-11-21 14:00:00', 'valid'],
  ['2026-11-21 14:21:00', 'soon'],
  ['2026-11-21 14:30:00', 'over'],
])('without a line the permission at %s is %s', (now, is) => {
  noteLine(false)
  expect(untilOf({ ...operationTicket, validUntil: '2026-11-21 14:30:00' }, now)?.is).toBe(is)
})

test('with a line the form says until when, until the end is near', () => {
  const ticket = { ...operationTicket, validUntil: '2026-11-21 14:30:00' }
  expect(untilOf(ticket, '2026-11-21 14:00:00')).toBeNull()
  expect(untilOf(ticket, '2026-11-21 14:25:00')?.is).toBe('soon')
  expect(untilOf({ ...ticket, state: 'closed' }, '2026-11-21 14:25:00')).toBeNull()
})
