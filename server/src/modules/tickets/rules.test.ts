import { earthCalls } from '@heliodesk/contract/earths.ts'
import { qualificationCalls } from '@heliodesk/contract/qualifications.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTickets } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people, others } = tickets

const setTickets = async (values: object) => {
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: values })
}
beforeAll(() => setTickets({ receiveDays: 0 }))

const NOT_FOUND = '数据不存在或无权查看'

describe('a draft', () => {
  it('is saved as far as it is written, changed, and removed as long as it has no number', async () => {
    const draft = await tickets.add({
      places: [],
      isolate: [],
      earth: [],
      risks: [],
      people: [],
      issuerId: null,
    })
    expect(await tickets.refusal(draft, 'leader', { act: 'submit' })).toBe(
      '工作票签发人（issuerId）：请选择工作票签发人',
    )
    const changed = await harness.call(people.leader.token, calls.edit, {
      ...tickets.content({ task: '清扫' }),
      id: draft.id,
      version: draft.version,
    })
    expect(changed).toMatchObject({ workContent: '清扫', version: 2 })
    const stale = { ...tickets.content(), id: draft.id, version: draft.version }
    expect((await harness.refused(people.leader.token, calls.edit, stale)).message).toBe(
      '票已在别处更新，请刷新后重试',
    )
    const { id } = await tickets.add()
    await harness.call(people.leader.token, calls.remove, { id, version: 1 })
    expect((await harness.refused(people.leader.token, calls.detail, { id })).message).toBe(NOT_FOUND)
    await tickets.act(changed, 'leader', { act: 'submit' })
    const { version } = await tickets.current(changed)
    expect(
      (await harness.refused(people.leader.token, calls.remove, { id: changed.id, version })).message,
    ).toMatch(/已提交，不能删除/)
  })

  it('that was sent back is changed and goes on under its number; what was signed before shows', async () => {
    const draft = await tickets.add()
    const { ticketNo } = await tickets.act(draft, 'leader', { act: 'submit' })
    const back = await tickets.act(draft, 'issuer', { act: 'sendBack', reason: '缺接地位置' })
    expect(back).toMatchObject({ state: 'draft', ticketNo })
    const changed = await harness.call(people.leader.token, calls.edit, {
      ...tickets.content({ earth: ['在371电源侧装设接地线一组', '在371负荷侧装设接地线一组'] }),
      id: draft.id,
      version: back.version,
    })
    const outdated = changed.events.filter(({ isOutdated }) => isOutdated).map(({ actionName }) => actionName)
    expect(outdated).toEqual(['退回', '提交'])
    const again = await tickets.act(draft, 'leader', { act: 'submit' })
    expect(again).toMatchObject({ state: 'toIssue', ticketNo })
    const gone = await tickets.act(draft, 'leader', { act: 'void', reason: '改期' })
    expect(gone).toMatchObject({ state: 'void', stamp: 'void', stampReason: '改期', acts: [] })
  })

  it.each([
    ['isolate', { isolate: ['断开低压侧断路器'] }, '第 1 条缺少设备编号（双重名称）'],
    ['earth', { earth: [] }, '第一种工作票请填写应装设的接地'],
    ['places', { places: [{ place: '箱变', work: '更换' }] }, '第 1 处工作地点缺少编号（双重名称）'],
    ['risks', { risks: [] }, '请填写危险点与控制措施'],
    ['people', { people: [] }, '请填写工作班成员'],
    ['planEndTime', { planEndTime: null }, '请填写计划结束时间'],
  ])('without its %s is not submitted', async (field, given, says) => {
    const draft = await tickets.add(given)
    expect(await tickets.refusal(draft, 'leader', { act: 'submit' })).toContain(`（${field}）：${says}`)
    expect(await tickets.current(draft)).toMatchObject({ state: 'draft', ticketNo: '' })
  })

  it('names people of the published list only, and different ones', async () => {
    const refused = async (given: object) =>
      (await harness.refused(people.leader.token, calls.add, tickets.content(given))).message
    expect(await refused({ issuerId: people.crew.id })).toBe('crew不在该电站的三种人名单中（工作票签发人）')
    expect(await refused({ leaderId: people.second.id, voltage: '110' })).toBe(
      'second的工作负责人资格只到 35 kV',
    )
    await tickets.qualify('crew', ['issuer', 'leader'])
    expect(await refused({ issuerId: people.crew.id, leaderId: people.crew.id, people: [] })).toBe(
      '工作负责人和工作票签发人不能是同一人',
    )
  })
})

describe('numbers', () => {
  it('follow each other by station, kind and month, also when many are submitted at once and some are refused', async () => {
    const drafts = []
    for (let at = 0; at < 6; at++)
      drafts.push(await tickets.add({ kind: 'second', earth: [], ...(at === 2 && { risks: [] }) }))
    const answers = await Promise.all(
      drafts.map(({ id, version }) =>
        harness.request('POST', '/ticket/act', {
          token: people.leader.token,
          body: { id, version, act: 'submit' },
        }),
      ),
    )
    const numbers = answers.flatMap(({ body }) => {
      const data = body.result_data as { ticketNo: string } | null
      return data ? [data.ticketNo.slice(-3)] : []
    })
    expect(numbers.toSorted()).toEqual(['001', '002', '003', '004', '005'])
  })
})

describe('signatures', () => {
  it('are refused to whoever is not the one, or is qualified no more', async () => {
    const draft = await tickets.add()
    await tickets.act(draft, 'leader', { act: 'submit' })
    expect(await tickets.refusal(draft, 'leader', { act: 'issue' })).toBe('只有本票的工作票签发人可以办理')
    await tickets.act(draft, 'issuer', { act: 'issue' })
    expect(await tickets.refusal(draft, 'issuer', { act: 'receive' })).toBe(
      'issuer不在该电站的三种人名单中（值班负责人）',
    )
    const { pageList } = await harness.call(people.issuer.token, qualificationCalls.page, {
      keyword: 'shift',
    })
    const { id, version } = pageList[0]!
    await harness.call(people.issuer.token, qualificationCalls.revoke, { id, version, reason: '调离' })
    expect(await tickets.refusal(draft, 'shift', { act: 'receive' })).toContain('不在该电站的三种人名单中')
    await tickets.qualify('shift', ['shiftLeader'])
    expect(await tickets.act(draft, 'shift', { act: 'receive' })).toMatchObject({ state: 'toPermit' })
  })

  it('keep the permitter apart from leader and issuer', async () => {
    const ticket = await tickets
      .received({ leaderId: people.second.id, people: [{ part: 'crew', name: '外委甲' }] })
      .catch((error: unknown) => error)
    // The leader of the form submits; another one is refused.
    expect(String(ticket)).toContain('只有本票的工作负责人可以办理')
    const draft = await tickets.add({ leaderId: people.second.id })
    await tickets.act(draft, 'second', { act: 'submit' })
    await tickets.act(draft, 'issuer', { act: 'issue' })
    await tickets.act(draft, 'shift', { act: 'receive' })
    const own = await harness.refused(people.second.token, calls.tick, { id: draft.id, no: 1 })
    expect(own.message).toBe('工作许可人和工作负责人不能是同一人')
  })
})

describe('the permit', () => {
  it('comes by telephone with what was repeated', async () => {
    const ticket = await tickets.received()
    await tickets.tickAll(ticket)
    await tickets.hang(ticket, (await tickets.addEarth()).id)
    await tickets.act(ticket, 'permitter', { act: 'permit', mode: 'phone' })
    expect(await tickets.refusal(ticket, 'leader', { act: 'confirm' })).toContain('电话许可须记录复诵内容')
    const working = await tickets.act(ticket, 'leader', {
      act: 'confirm',
      readBack: '471、371 已断开，可以开工',
    })
    expect(working.events[0]).toMatchObject({ actorName: 'leader', note: '复诵：471、371 已断开，可以开工' })
    await tickets.ended(ticket)
  })

  it('is signed by both for the measures as they are, and is not denied after it was signed', async () => {
    const ticket = await tickets.received()
    await tickets.tickAll(ticket)
    const { earths } = await tickets.hang(ticket, (await tickets.addEarth()).id)
    await tickets.act(ticket, 'permitter', { act: 'permit' })
    await tickets.unhang(ticket, earths[0]!.id)
    expect(await tickets.refusal(ticket, 'leader', { act: 'confirm' })).toBe(
      '应装接地 1 处，接地线台账已装 0 处',
    )
    expect(await tickets.refusal(ticket, 'permitter', { act: 'deny', reason: '撤回' })).toBe(
      '现为“已许可”，不能不许可',
    )
    expect((await tickets.current(ticket, 'permitter')).acts.map(({ act }) => act)).not.toContain('deny')
    await tickets.hang(ticket, (await tickets.addEarth()).id)
    expect(await tickets.act(ticket, 'leader', { act: 'confirm' })).toMatchObject({ state: 'working' })
    await tickets.ended(ticket)
  })

  it('is refused outside the planned time, and the ticket ends as 未执行', async () => {
    const ticket = await tickets.received({ planStartTime: tickets.inHours(2) })
    await tickets.tickAll(ticket)
    await tickets.hang(ticket, (await tickets.addEarth()).id)
    expect(await tickets.refusal(ticket, 'permitter', { act: 'permit' })).toMatch(/才开始$/)
    const [hanging] = (await tickets.current(ticket)).earths
    await tickets.unhang(ticket, hanging!.id)
    expect(await tickets.act(ticket, 'permitter', { act: 'deny', reason: '调度不同意' })).toMatchObject({
      state: 'unused',
      stamp: 'unused',
      stampReason: '调度不同意',
    })
  })

  it('of a first-kind ticket needs it a day before, where the settings say so', async () => {
    await setTickets({ receiveDays: 1 })
    const draft = await tickets.add()
    await tickets.act(draft, 'leader', { act: 'submit' })
    await tickets.act(draft, 'issuer', { act: 'issue' })
    expect(await tickets.refusal(draft, 'shift', { act: 'receive' })).toMatch(
      /^第一种工作票应在计划开始前 1 天接票，最晚 /,
    )
    await setTickets({ receiveDays: 0 })
    await tickets.act(draft, 'leader', { act: 'void', reason: '改期' })
  })

  it('of a second ticket on the same point makes it depend on the first, if that is said', async () => {
    const isolate = ['断开7号箱变低压侧断路器471', '拉开35kV 7号箱变高压负荷开关371']
    const first = await tickets.begun({ isolate })
    const other = await tickets.add({
      isolate,
      leaderId: people.second.id,
      people: [{ part: 'crew', name: '外委乙' }],
    })
    await tickets.act(other, 'second', { act: 'submit' })
    await tickets.act(other, 'issuer', { act: 'issue' })
    await tickets.tickAll(await tickets.act(other, 'shift', { act: 'receive' }))
    await tickets.hang(other, (await tickets.addEarth()).id)
    expect(await tickets.refusal(other, 'permitter', { act: 'permit' })).toContain(`471（${first.ticketNo}）`)
    await tickets.act(other, 'permitter', { act: 'permit', isShared: true })
    const working = await tickets.act(other, 'second', { act: 'confirm' })
    expect(working.sharing).toMatchObject([{ ticketNo: first.ticketNo, points: ['371', '471'] }])
    await tickets.act(first, 'leader', { act: 'finish', isClear: true })
    const [hanging] = (await tickets.current(first)).earths
    await tickets.unhang(first, hanging!.id)
    expect(await tickets.refusal(first, 'permitter', { act: 'close' })).toBe(
      `${working.ticketNo} 还依赖本票的隔离点`,
    )
    await tickets.act(other, 'second', { act: 'finish', isClear: true })
    const [its] = (await tickets.current(other)).earths
    await tickets.unhang(other, its!.id)
    await tickets.act(other, 'permitter', { act: 'close' })
    expect(await tickets.act(first, 'permitter', { act: 'close' })).toMatchObject({ state: 'closed' })
  })
})

describe('earths', () => {
  it('hang once, after a voltage test, by two people, from the ledger of the station', async () => {
    const ticket = await tickets.received()
    const earth = await tickets.addEarth()
    const refused = async (given: object) =>
      (
        await harness.refused(people.permitter.token, calls.hang, {
          id: ticket.id,
          earthId: earth.id,
          place: '371电源侧',
          testedTime: tickets.inHours(0),
          guardId: people.guard.id,
          ...given,
        })
      ).message
    expect(await refused({ guardId: people.permitter.id })).toContain('装拆接地须两人进行')
    expect(await refused({ testedTime: tickets.inHours(-1) })).toContain('请重新验电')
    expect(await refused({ earthId: (await tickets.addEarth({ voltage: '10' })).id })).toContain(
      '只用于 10 kV',
    )
    const overdue = await tickets.addEarth({ testDue: tickets.inHours(-48).slice(0, 10) })
    expect(await refused({ earthId: overdue.id })).toContain('已过，不能装设')
    await tickets.hang(ticket, earth.id)
    expect(await refused({})).toContain('现为“已装设”，不能装设')
    const { version } = await harness.call(people.permitter.token, earthCalls.detail, { id: earth.id })
    const scrap = { id: earth.id, version, reason: '断股' }
    expect((await harness.refused(people.permitter.token, earthCalls.scrap, scrap)).message).toBe(
      '现为“已装设”，不能报废',
    )
    expect(await tickets.refusal(ticket, 'leader', { act: 'void', reason: '改期' })).toBe(
      `${earth.name} 号接地未拆除`,
    )
  })

  it('are handed to another ticket, for which they stay', async () => {
    const first = await tickets.begun()
    const second = await tickets.received({ task: '8号箱变检修' })
    await tickets.act(first, 'leader', { act: 'finish', isClear: true })
    const [hanging] = (await tickets.current(first)).earths
    const after = await tickets.unhang(first, hanging!.id, { handTo: second.id })
    expect(after.earths).toMatchObject([{ handedTo: { ticketNo: second.ticketNo } }])
    expect(await tickets.current(second)).toMatchObject({ hanging: 1 })
    expect(await tickets.act(first, 'permitter', { act: 'close' })).toMatchObject({ state: 'closed' })
  })
})

describe('people', () => {
  it('are at work under one ticket at a time', async () => {
    const first = await tickets.begun()
    const crew = first.people.find(({ part }) => part === 'crew')!
    await harness.call(people.crew.token, calls.enter, { id: first.id, no: crew.no })
    const second = await tickets.received()
    await tickets.tickAll(second)
    await tickets.hang(second, (await tickets.addEarth()).id)
    await tickets.act(second, 'permitter', { act: 'permit' })
    expect(await tickets.refusal(second, 'leader', { act: 'confirm' })).toBe(
      '工作负责人正在另一张票下作业，请先离场',
    )
    await tickets.ended(first)
    expect(await tickets.act(second, 'leader', { act: 'confirm' })).toMatchObject({ state: 'working' })
    await tickets.ended(second)
  })
})

describe('orders', () => {
  it('neither start without a ticket in force nor end beside an open one, whatever writes', async () => {
    const order = await tickets.order()
    const draft = await tickets.add({ orderIds: [order.id] })
    const direct = (set: string) =>
      harness.owner.query(`update work_order set ${set} where id = $1`, [order.id]).then(
        () => 'written',
        (error: { constraint?: string }) => error.constraint,
      )
    expect(await direct('other_sts = 3')).toBe('order_ticket_in_force')
    await tickets.act(draft, 'leader', { act: 'submit' })
    expect(await direct('flow_sts = 5')).toBe('order_tickets_ended')
    const terminate = { id: order.id, version: order.version, reason: '误派' }
    expect(
      (await harness.refused(people.leader.token, workOrderCalls.terminate, terminate)).message,
    ).toContain('还有 1 张票未终结')
    await tickets.act(draft, 'leader', { act: 'void', reason: '改期' })
    await harness.call(people.leader.token, workOrderCalls.terminate, terminate)
    const late = await harness.refused(
      people.leader.token,
      calls.add,
      tickets.content({ orderIds: [order.id] }),
    )
    expect(late.message).toContain('已提交或结束，不能再开票')
  })

  it('that ended meanwhile keep a draft from being submitted', async () => {
    const order = await tickets.order(0)
    const draft = await tickets.add({ orderIds: [order.id] })
    await harness.call(people.leader.token, workOrderCalls.terminate, {
      id: order.id,
      version: order.version,
      reason: '误派',
    })
    expect(await tickets.refusal(draft, 'leader', { act: 'submit' })).toBe(
      '关联的工单已提交或结束，不能再办理此票',
    )
  })
})

it('tickets belong to the stations in scope, as if there were no others', async () => {
  const draft = await tickets.add()
  expect((await harness.refused(others.stranger.token, calls.detail, { id: draft.id })).message).toBe(
    NOT_FOUND,
  )
  const act = { id: draft.id, version: 1, act: 'submit' } as const
  expect((await harness.refused(others.stranger.token, calls.act, act)).message).toBe(NOT_FOUND)
  const { pageList } = await harness.call(others.stranger.token, calls.page, {})
  expect(pageList).toEqual([])
  const read = await harness.call(others.reader.token, calls.detail, { id: draft.id })
  expect(read).toMatchObject({ acts: [], askable: [], mayTick: false })
})

it('lists find tickets by word, kind, state and whose they are', async () => {
  const draft = await tickets.add({
    task: '寻找这一张',
    kind: 'low',
    isolate: ['断开汇流箱开关501'],
    earth: [],
  })
  const numbers = async (query: object, by = people.leader.token) =>
    (await harness.call(by, calls.page, { keyword: '寻找', ...query })).pageList.map(({ id }) => id)
  expect(await numbers({ kind: 'low', state: 'draft' })).toEqual([draft.id])
  expect(await numbers({ only: 'open' })).toEqual([])
  expect(await numbers({ only: 'todo' })).toEqual([draft.id])
  await tickets.act(draft, 'leader', { act: 'submit' })
  expect(await numbers({ only: 'open' })).toEqual([draft.id])
  expect(await numbers({ only: 'todo' })).toEqual([])
  expect(await numbers({ only: 'todo' }, people.issuer.token)).toEqual([draft.id])
  expect(await numbers({ only: 'mine' }, people.crew.token)).toEqual([draft.id])
  const before = await harness.call(people.issuer.token, calls.counts, {})
  await tickets.act(draft, 'issuer', { act: 'issue' })
  expect((await harness.call(people.issuer.token, calls.counts, {})).todo).toBe(before.todo - 1)
})
