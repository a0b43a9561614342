import { ticketBoardCalls as board } from '@heliodesk/contract/ticket-board.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useSignedIn } from '../../../test/hire.ts'
import { useTickets, type Signatory } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people, others } = tickets
const seen = useSignedIn(harness, {
  watcher: { username: 'board.watcher', codes: ['ticket:board'], depCode: 'A01A02' },
})

beforeAll(async () => {
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})

const read = (by: Signatory = 'issuer') =>
  harness.call(people[by].token, board.board, { psId: tickets.station().id })
const cardOf = async ({ id }: { id: string }, by: Signatory = 'issuer') =>
  (await read(by)).tickets.find((each) => each.id === id)
const bayOf = async ({ id }: { id: string }) => (await read()).bays.find(({ ticketId }) => ticketId === id)

const steps = ['断开低压侧断路器431', '检查431在分位', '合上接地刀闸33117']
const operating = (given: object = {}) => tickets.operating({ steps, ...given })
const doStep = async ({ id }: { id: string }, no: number) => {
  for (const part of ['call', 'repeat', 'operate', 'tick'] as const) {
    const by = part === 'call' || part === 'tick' ? people.guard : people.leader
    await harness.call(by.token, calls.tick, { id, no, part })
  }
}

describe('the board of a station', () => {
  it('shows a ticket from its submission until the end of its last day, and says what it waits for', async () => {
    const draft = await tickets.add()
    expect(await cardOf(draft)).toBeUndefined()
    await tickets.act(draft, 'leader', { act: 'submit' })
    expect(await cardOf(draft)).toMatchObject({
      stateLabel: '待签发',
      kindLabel: '第一种工作票',
      people: [
        { role: '负责人', name: 'leader' },
        { role: '签发人', name: 'issuer' },
      ],
      isTodo: true,
      waiting: { text: '等您签发', tone: 'todo' },
      ticked: 0,
      lines: 4,
    })
    expect(await cardOf(draft, 'crew')).toMatchObject({
      isTodo: false,
      waiting: { text: '等issuer签发', tone: 'plain' },
    })
    await tickets.act(draft, 'issuer', { act: 'issue' })
    const received = await tickets.act(draft, 'shift', { act: 'receive' })
    expect(await cardOf(draft, 'permitter')).toMatchObject({
      waiting: { text: '安全措施还有 4 项未执行', tone: 'todo' },
    })
    await tickets.tickAll(received)
    await tickets.hang(draft, (await tickets.addEarth()).id)
    await tickets.act(draft, 'permitter', { act: 'permit' })
    await tickets.act(draft, 'leader', { act: 'confirm' })
    expect(await cardOf(draft)).toMatchObject({ stateLabel: '执行中', waiting: null, ticked: 4 })
    await tickets.act(draft, 'leader', { act: 'finish', isClear: true })
    expect(await cardOf(draft)).toMatchObject({
      stateLabel: '待终结',
      waiting: { text: '接地 1 组未拆', tone: 'bad' },
    })
    await tickets.ended(draft)
    expect(await cardOf(draft)).toMatchObject({ stamp: 'executed', waiting: null })
    expect((await read()).tickets.at(-1)).toMatchObject({ id: draft.id })
    harness.clock.advance(24 * 3_600_000)
    expect(await cardOf(draft)).toBeUndefined()
  })

  it('shows who is inside, what is isolated and which earths hang, until they are gone', async () => {
    const before = await read()
    const ticket = await tickets.begun()
    const crew = ticket.people.find(({ part }) => part === 'crew')!
    await harness.call(people.crew.token, calls.enter, { id: ticket.id, no: crew.no })
    const now = await read()
    expect(now.inside.filter(({ ticketId }) => ticketId === ticket.id)).toMatchObject([
      { name: 'leader', partLabel: '工作负责人', place: '7号箱变', ticketNo: ticket.ticketNo },
      { name: 'crew', partLabel: '工作班成员' },
    ])
    expect(now.hanging).toMatchObject([
      { kindLabel: '接地线', place: '371电源侧', ticketId: ticket.id, ticketNo: ticket.ticketNo },
    ])
    expect(now.ledger.hanging).toBe(1)
    expect(await bayOf(ticket)).toMatchObject({
      name: '7号箱变',
      state: 'isolated',
      stateLabel: '检修',
      points: ticket.points
        .toSorted()
        .map((name) => ({ name, device: 'switch', isOpen: true, reliesOn: null })),
    })
    await harness.call(people.crew.token, calls.leave, { id: ticket.id, no: crew.no })
    const later = await read()
    expect(later.inside.map(({ name }) => name)).toEqual(['leader'])
    expect(later.left).toBe(before.left + 1)
    await tickets.ended(ticket)
    expect(await read()).toMatchObject({ inside: [], hanging: [], ledger: { hanging: 0 } })
    expect(await bayOf(ticket)).toBeUndefined()
  })

  it('follows switching step by step, with its pair inside', async () => {
    const ticket = await operating()
    expect(await bayOf(ticket)).toMatchObject({
      state: 'switching',
      stateLabel: '操作中 0/3',
      next: '第 1 步 断开低压侧断路器431',
      points: [
        { name: '431', device: 'switch', isOpen: false, isNext: true },
        { name: '33117', device: 'earth', isOpen: true, isNext: false },
      ],
    })
    await doStep(ticket, 1)
    await doStep(ticket, 2)
    expect(await bayOf(ticket)).toMatchObject({
      stateLabel: '操作中 2/3',
      points: [
        { name: '431', isOpen: true, isNext: false },
        { name: '33117', isOpen: true, isNext: true },
      ],
    })
    expect(await cardOf(ticket, 'guard')).toMatchObject({
      waiting: { text: '第 3 步 合上接地刀闸33117', tone: 'todo' },
      people: [
        { role: '操作', name: 'leader' },
        { role: '监护', name: 'guard' },
      ],
    })
    expect((await read()).inside.map(({ partLabel }) => partLabel)).toEqual(['操作人', '操作监护人'])
    await doStep(ticket, 3)
    await tickets.act(ticket, 'guard', { act: 'complete' })
    expect(await read()).toMatchObject({ inside: [] })
    expect(await bayOf(ticket)).toMatchObject({ state: 'planned', stateLabel: '操作完毕' })
    await tickets.act(ticket, 'shift', { act: 'close' })
    expect(await bayOf(ticket)).toBeUndefined()
  })

  it('names what keeps a permit away: points and people that another ticket has', async () => {
    const running = await tickets.begun()
    const waiting = await tickets.received({ isolate: running.content.isolate })
    expect(await cardOf(waiting)).toMatchObject({
      holds: [
        `leader仍在 ${running.ticketNo} 下作业`,
        `${running.points.toSorted().join('、')} 已由 ${running.ticketNo} 隔离`,
      ],
    })
    expect(await cardOf(running)).toMatchObject({ holds: [] })
    const order = await tickets.order(2)
    const work = await tickets.received({ orderIds: [order.id] })
    expect((await cardOf(work))!.holds).toHaveLength(1)
    const switching = await operating({ orderIds: [order.id] })
    expect((await cardOf(work))!.holds).toContain(`操作票 ${switching.ticketNo} 正在操作`)
    await tickets.ended(running)
    expect(await cardOf(waiting)).toMatchObject({ holds: [] })
  })

  it('puts what is over its time above what only goes on', async () => {
    const ticket = await tickets.begun({ planEndTime: tickets.inHours(2) })
    expect(await cardOf(ticket)).toMatchObject({ isLate: false, waiting: null })
    harness.clock.advance(3 * 3_600_000)
    expect(await cardOf(ticket, 'crew')).toMatchObject({
      isLate: true,
      waiting: { text: '有效期已过', tone: 'bad' },
    })
    expect((await read('crew')).tickets[0]).toMatchObject({ id: ticket.id })
    await tickets.ended(ticket)
  })
})

describe('who sees a board', () => {
  it('shows the stations in scope, those with open tickets first, and finds them by name', async () => {
    const stations = await harness.call(seen.watcher.token, board.stations, {})
    expect(stations[0]).toMatchObject({ psId: tickets.station().id, psName: expect.stringMatching(/./) })
    expect(stations[0]!.open).toBeGreaterThan(0)
    expect(stations.slice(1).every(({ open }) => open === 0)).toBe(true)
    expect(await harness.call(seen.watcher.token, board.stations, { keyword: stations[0]!.psName })).toEqual([
      stations[0],
    ])
    expect(await harness.call(seen.watcher.token, board.stations, { keyword: '没有这座电站' })).toEqual([])
  })

  it('refuses stations out of scope, of another tenant, and people without the permission', async () => {
    const { id: psId } = tickets.station()
    const missing = { message: '数据不存在或无权查看' }
    expect(await harness.refused(others.stranger.token, board.board, { psId })).toMatchObject(missing)
    const listed = await harness.call(others.stranger.token, board.stations, {})
    expect(listed.map((each) => each.psId)).not.toContain(psId)
    const elsewhere = harness.otherTenant.stations[0]!.id
    expect(await harness.refused(people.issuer.token, board.board, { psId: elsewhere })).toMatchObject(
      missing,
    )
    expect(await harness.refused(others.reader.token, board.board, { psId })).toMatchObject({ status: 403 })
    expect((await harness.refused(seen.watcher.token, board.board, { psId: 'x' })).message).toContain('psId')
    expect(await harness.call(seen.watcher.token, board.board, { psId })).toMatchObject({ psId })
  })
})
