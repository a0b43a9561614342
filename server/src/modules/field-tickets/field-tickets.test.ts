import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { fieldTicketCalls as calls, lineParts, type LinePart } from '@heliodesk/contract/field-tickets.ts'
import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { useTickets, type Signatory } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people } = tickets
const MINUTE_MS = 60_000

beforeAll(async () => {
  // It stands still, so that what one call notes is what the next one says.
  harness.clock.set(new Date().toISOString())
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})
beforeEach(() => harness.clock.advance(MINUTE_MS))

const steps = ['断开低压侧断路器431', '检查431在分位', '断开高压侧负荷开关331']
const now = () => harness.clock.now().getTime()
const ownerOf = (part: LinePart): Signatory => (part === 'call' || part === 'tick' ? 'guard' : 'leader')

const operating = (given: object = {}) => tickets.operating({ steps, ...given })

type Part = { no: number; part: LinePart; at?: number; by?: Signatory; text?: string; skew?: number | null }

const input = (
  ticket: TicketDetail,
  { no, part, at = now(), text, skew = 0 }: Part,
): Sent<typeof calls.tick> => ({
  id: ticket.id,
  no,
  part,
  at,
  skew,
  text: text ?? ticket.lineList[no - 1]!.text,
})
const send = (ticket: TicketDetail, part: Part): Promise<Received<typeof calls.tick>> =>
  harness.call(people[part.by ?? ownerOf(part.part)].token, calls.tick, input(ticket, part))
const refused = (ticket: TicketDetail, part: Part, token = people[part.by ?? ownerOf(part.part)].token) =>
  harness.refused(token, calls.tick, input(ticket, part))
const siteOf = (ticket: { id: string }, by: Signatory = 'shift') =>
  harness.call(people[by].token, calls.site, { id: ticket.id })
const taken = (ticket: TicketDetail): string[] =>
  ticket.lineList.flatMap(({ no, called, repeated, operated, ticked }) =>
    [called, repeated, operated, ticked].flatMap((mark, at) =>
      mark ? [`${no} ${lineParts[at]} ${mark.at}`] : [],
    ),
  )
/** All parts of a ticket in their order, a minute apart from `from` on. */
const partsFrom = (from: number): Required<Pick<Part, 'no' | 'part' | 'at'>>[] =>
  steps.flatMap((_step, at) =>
    lineParts.map((part, place) => ({ no: at + 1, part, at: from + (at * 4 + place) * MINUTE_MS })),
  )

describe('parts from phones', () => {
  it('are taken at the time when they were done', async () => {
    const ticket = await operating()
    harness.clock.advance(10 * MINUTE_MS)
    expect(await send(ticket, { no: 1, part: 'call', at: now() - 4 * MINUTE_MS })).toEqual({
      outcome: 'done',
      marks: [],
      message: '已按顺序计入本票',
    })
    const after = await tickets.current(ticket)
    expect(after.lineList[0]!.called).toEqual({ at: tickets.inHours(-4 / 60), name: 'guard' })
    expect(after.events[0]!.note).toMatch(
      /^1\. 断开低压侧断路器431（手机离线，\d\d-\d\d \d\d:\d\d:\d\d 所做）$/,
    )
    expect((await siteOf(ticket)).parts).toEqual([])
  })

  it('wait for what comes before them, and are told of until then', async () => {
    const ticket = await operating()
    expect(await send(ticket, { no: 1, part: 'repeat' })).toMatchObject({ outcome: 'waits' })
    expect(await send(ticket, { no: 1, part: 'operate' })).toEqual({
      outcome: 'waits',
      marks: [],
      message: '第 1 步操作已送达，等待第 1 步复诵送达',
    })
    expect((await siteOf(ticket)).parts).toMatchObject([
      { authorName: 'leader', no: 1, part: 'repeat', outcome: 'waits', why: '等待第 1 步唱票送达' },
      { no: 1, part: 'operate', outcome: 'waits' },
    ])
    expect(taken(await tickets.current(ticket))).toEqual([])
    await harness.call(people.guard.token, ticketCalls.tick, { id: ticket.id, no: 1, part: 'call' })
    expect(taken(await tickets.current(ticket))).toHaveLength(3)
    expect((await siteOf(ticket)).parts).toEqual([])
  })

  // Deals the parts of both phones out in any order in which each phone sends its own in their order.
  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'end as if they had come in their order, each once (deal %i)',
    async (seed) => {
      const ticket = await operating()
      harness.clock.advance(30 * MINUTE_MS)
      const all = partsFrom(now() - 20 * MINUTE_MS)
      let state = seed * 7919 + 1
      const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
      const phones = (['guard', 'leader'] as const).map((by) =>
        all.filter(({ part }) => ownerOf(part) === by),
      )
      while (phones.some(({ length }) => length > 0)) {
        const phone = phones[seed === 0 ? 0 : seed === 1 ? 1 : Math.floor(random() * 2)]!
        const part = phone.shift() ?? phones.find(({ length }) => length > 0)!.shift()!
        const body = input(ticket, part)
        const key = randomUUID()
        const headers = { 'idempotency-key': key }
        const token = people[ownerOf(part.part)].token
        await harness.request('POST', calls.tick.path, { token, body, headers })
        // The answer was lost: it is sent again.
        if (random() < 0.4) await harness.request('POST', calls.tick.path, { token, body, headers })
        // Another window sends the same with a key of its own.
        if (random() < 0.2) await send(ticket, part)
      }
      const after = await tickets.current(ticket)
      expect(taken(after)).toEqual(
        all.map(({ no, part, at }) => `${no} ${part} ${tickets.inHours((at - now()) / 3_600_000)}`),
      )
      const told = after.events
        .filter(({ actionName }) => ['唱票', '复诵', '操作', '打√'].includes(actionName))
        .map(({ actionName }) => actionName)
        .toReversed()
      expect(told).toEqual(steps.flatMap(() => ['唱票', '复诵', '操作', '打√']))
      const { parts } = await siteOf(ticket)
      expect(parts.filter(({ outcome }) => outcome === 'waits')).toEqual([])
      expect(await tickets.act(ticket, 'guard', { act: 'complete' })).toMatchObject({ state: 'toClose' })
    },
  )

  it('of both phones at once are each taken once', async () => {
    const ticket = await operating()
    harness.clock.advance(30 * MINUTE_MS)
    const all = partsFrom(now() - 20 * MINUTE_MS)
    await Promise.all(all.flatMap((part) => [send(ticket, part), send(ticket, part)]))
    expect(taken(await tickets.current(ticket))).toHaveLength(all.length)
  })

  it('whose times contradict one another count, and are marked', async () => {
    const ticket = await operating()
    harness.clock.advance(30 * MINUTE_MS)
    await send(ticket, { no: 1, part: 'call', at: now() - 5 * MINUTE_MS })
    expect(await send(ticket, { no: 1, part: 'repeat', at: now() - 9 * MINUTE_MS })).toMatchObject({
      outcome: 'done',
      marks: ['disorder'],
    })
    expect((await siteOf(ticket)).parts).toMatchObject([
      { part: 'repeat', outcome: 'done', marks: ['disorder'] },
    ])
  })

  it('are refused of another person, another line, another company and a ticket that was not begun', async () => {
    const ticket = await operating()
    expect((await refused(ticket, { no: 1, part: 'call', by: 'leader' })).code).toBe('ticket.not_signer')
    expect((await refused(ticket, { no: 1, part: 'call', text: '合上431' })).code).toBe('field.line_changed')
    expect((await refused(ticket, { no: 9, part: 'call', text: '无' })).code).toBe('ticket.line')
    const stranger = tickets.others.stranger.token
    expect((await refused(ticket, { no: 1, part: 'call' }, stranger)).code).toBe('not_found')
    const draft = await tickets.add({
      kind: 'operation',
      guardId: people.guard.id,
      orderedBy: '调度',
      steps,
    })
    expect((await refused(draft, { no: 1, part: 'call' })).code).toBe('ticket.state')
    expect((await siteOf(ticket)).parts).toEqual([])
  })
})

describe('what happened meanwhile', () => {
  it('a pause keeps what was done before it waiting, and what was done in it as a record', async () => {
    const order = await tickets.order(2)
    const safety = await hire(harness, {
      username: 'ticket.reviewer',
      codes: ['order:list', 'ticket:list', 'ticketReview:edit'],
      depCode: 'A01A02',
    })
    const ticket = await operating({ orderIds: [order.id] })
    harness.clock.advance(10 * MINUTE_MS)
    const before = now() - MINUTE_MS
    await tickets.act(ticket, 'leader', { act: 'pause', note: '核对' })
    harness.clock.advance(10 * MINUTE_MS)
    expect(await send(ticket, { no: 1, part: 'call', at: before })).toMatchObject({
      outcome: 'waits',
      message: '第 1 步唱票已送达，等待继续操作',
    })
    const late = await send(ticket, { no: 1, part: 'repeat', at: now() - MINUTE_MS })
    expect(late).toMatchObject({ outcome: 'record', marks: ['afterTicket'] })
    expect(late.message).toMatch(/由 leader 暂停，作为补充记录保留$/)
    await send(ticket, { no: 1, part: 'operate', at: now() })
    const mentions = await harness.call(safety.token, orderCommentCalls.list, { orderId: order.id, size: 20 })
    expect(mentions.rows.map(({ text }) => text)).toEqual([expect.stringMatching(/^票已收回后作业：/)])
    await tickets.act(ticket, 'guard', { act: 'resume' })
    const after = await tickets.current(ticket)
    expect(taken(after)).toHaveLength(1)
    expect(after.events.map(({ actionName }) => actionName)).toContain('补充记录')
    await send(ticket, { no: 1, part: 'repeat', at: now() + MINUTE_MS })
    expect(taken(await tickets.current(ticket))).toHaveLength(2)
  })

  it('the end of the ticket keeps all as records', async () => {
    const ticket = await operating()
    harness.clock.advance(10 * MINUTE_MS)
    await send(ticket, { no: 1, part: 'repeat', at: now() - MINUTE_MS })
    await tickets.act(ticket, 'guard', { act: 'abort', reason: '天气突变' })
    harness.clock.advance(5 * MINUTE_MS)
    expect(await send(ticket, { no: 1, part: 'call', at: now() - 10 * MINUTE_MS })).toMatchObject({
      outcome: 'record',
      marks: [],
      message: '送达时票为“未执行”，作为补充记录保留',
    })
    expect(await send(ticket, { no: 1, part: 'operate' })).toMatchObject({
      outcome: 'record',
      marks: ['afterTicket'],
    })
    expect((await siteOf(ticket)).parts.map(({ part, outcome }) => `${part} ${outcome}`)).toEqual([
      'repeat record',
      'call record',
      'operate record',
    ])
    expect(taken(await tickets.current(ticket))).toEqual([])
  })

  it('a ticket whose parts wait was executed when it is stopped, not unused', async () => {
    const ticket = await operating()
    await send(ticket, { no: 1, part: 'repeat' })
    await send(ticket, { no: 1, part: 'operate' })
    expect(await tickets.act(ticket, 'guard', { act: 'abort', reason: '雷雨' })).toMatchObject({
      state: 'closed',
      stamp: 'executed',
    })
  })

  it('five-prevention is not got around by coming late, nor by what was done behind it', async () => {
    const isolated = await tickets.begun({
      isolate: ['断开5号箱变断路器951'],
      earth: ['在9511电源侧装设接地线'],
    })
    const on = await operating({ steps: ['合上5号箱变断路器951', '检查951在合位'] })
    harness.clock.advance(20 * MINUTE_MS)
    const at = now() - 10 * MINUTE_MS
    await send(on, { no: 1, part: 'tick', at: at + 3 * MINUTE_MS })
    await send(on, { no: 1, part: 'repeat', at: at + MINUTE_MS })
    await send(on, { no: 1, part: 'operate', at: at + 2 * MINUTE_MS })
    await send(on, { no: 1, part: 'call', at })
    expect(taken(await tickets.current(on))).toHaveLength(2)
    const { parts } = await siteOf(on)
    expect(parts).toMatchObject([
      { part: 'tick', outcome: 'record', marks: [] },
      { part: 'operate', outcome: 'record', marks: ['unsafe'] },
    ])
    expect(parts[1]!.why).toMatch(/^五防：951 是/)
    // What was done behind it and comes later goes the same way.
    expect(await send(on, { no: 2, part: 'call', at: at + 4 * MINUTE_MS })).toMatchObject({
      outcome: 'record',
    })
    await tickets.ended(isolated)
    harness.clock.advance(10 * MINUTE_MS)
    await send(on, { no: 1, part: 'operate' })
    expect(await send(on, { no: 1, part: 'tick' })).toMatchObject({ outcome: 'done' })
    expect(await send(on, { no: 2, part: 'call' })).toMatchObject({ outcome: 'done' })
  })

  it('measures are ticked in the same way', async () => {
    const ticket = await tickets.received()
    const measure = (no: number) => send(ticket, { no, part: 'tick', by: 'permitter' })
    expect(await measure(2)).toMatchObject({ outcome: 'waits' })
    expect(await measure(1)).toMatchObject({ outcome: 'done' })
    expect((await tickets.current(ticket)).ticked).toBe(2)
    expect((await refused(ticket, { no: 3, part: 'call', by: 'permitter' })).code).toBe('ticket.part')
  })
})

describe('word that work must stop', () => {
  const stopsOf = (by: Signatory) => harness.call(people[by].token, calls.stops, {})
  const seen = (by: Signatory, ticketId: string, stopId: string) =>
    harness.call(people[by].token, calls.seen, { id: ticketId, stopId, at: now(), skew: 0 })

  it('reaches who works under the ticket, until they confirm it', async () => {
    const ticket = await operating()
    await tickets.act(ticket, 'guard', { act: 'abort', reason: '雷雨' })
    expect(await stopsOf('guard')).toEqual([])
    const stop = (await stopsOf('leader')).find(({ ticketId }) => ticketId === ticket.id)
    expect(stop).toMatchObject({ ticketNo: ticket.ticketNo, act: 'abort', byName: 'guard', reason: '雷雨' })
    const { workers } = await siteOf(ticket)
    expect(workers).toMatchObject([{ name: 'leader', seenTime: null, isSilent: true }])
    expect(await seen('leader', ticket.id, stop!.id)).toMatchObject({ outcome: 'done' })
    expect(await seen('leader', ticket.id, stop!.id)).toMatchObject({ outcome: 'same' })
    expect((await stopsOf('leader')).filter(({ ticketId }) => ticketId === ticket.id)).toEqual([])
    expect((await siteOf(ticket)).workers[0]!.seenTime).toBe(tickets.inHours(0))
    expect((await tickets.current(ticket)).events[0]).toMatchObject({
      actionName: '确认停止作业',
      actorName: 'leader',
    })
    const other = { id: ticket.id, stopId: stop!.id, at: now(), skew: 0 }
    expect((await harness.refused(people.crew.token, calls.seen, other)).code).toBe('not_found')
    expect((await harness.refused(tickets.others.stranger.token, calls.seen, other)).code).toBe('not_found')
  })

  it('of a pause ends when the switching goes on', async () => {
    const ticket = await operating()
    await tickets.act(ticket, 'guard', { act: 'pause', note: '核对' })
    const own = async () => (await stopsOf('leader')).filter(({ ticketId }) => ticketId === ticket.id)
    expect(await own()).toMatchObject([{ act: 'pause' }])
    await tickets.act(ticket, 'guard', { act: 'resume' })
    expect(await own()).toEqual([])
  })

  it('of a recalled work ticket reaches its crew', async () => {
    const ticket = await tickets.begun()
    const begun = await tickets.current(ticket)
    for (const earth of begun.earths) await tickets.unhang(ticket, earth.id)
    await tickets.act(ticket, 'shift', { act: 'recall', reason: '雷雨' })
    expect((await stopsOf('crew')).filter(({ ticketId }) => ticketId === ticket.id)).toMatchObject([
      { act: 'recall', byName: 'shift' },
    ])
  })
})
