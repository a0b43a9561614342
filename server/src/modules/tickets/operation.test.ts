import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTickets, type Signatory } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people } = tickets

beforeAll(async () => {
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})

const steps = ['断开低压侧断路器431', '检查431在分位', '断开高压侧负荷开关331']
const operation = (given: object = {}) =>
  tickets.add({
    kind: 'operation',
    task: '3号箱变由运行转检修',
    guardId: people.guard.id,
    orderedBy: '调度',
    steps,
    ...given,
  })

const approved = async (given: object = {}) => {
  const draft = await operation(given)
  await tickets.act(draft, 'leader', { act: 'submit' })
  await tickets.act(draft, 'guard', { act: 'review' })
  return tickets.act(draft, 'shift', { act: 'approve' })
}

const part = (id: string, by: Signatory, no: number, which: 'call' | 'operate' | 'repeat' | 'tick') =>
  harness.call(people[by].token, calls.tick, { id, no, part: which })
const refusedPart = async (
  id: string,
  by: Signatory,
  no: number,
  which: 'call' | 'operate' | 'repeat' | 'tick',
) => (await harness.refused(people[by].token, calls.tick, { id, no, part: which })).message
const whole = async (id: string, no: number) => {
  await part(id, 'guard', no, 'call')
  await part(id, 'leader', no, 'repeat')
  await part(id, 'leader', no, 'operate')
  return part(id, 'guard', no, 'tick')
}

describe('an operation ticket', () => {
  it('is signed in person: nobody stands in for a signer, and its history names who signed', async () => {
    const { second, guard } = people
    await harness.call(guard.token, delegationCalls.add, {
      delegateId: second.id,
      startTime: tickets.inHours(-1),
      endTime: tickets.inHours(24),
    })
    const draft = await operation()
    const ticket = await tickets.act(draft, 'leader', { act: 'submit' })
    expect(await tickets.refusal(ticket, 'second', { act: 'review' })).toBe('只有本票的操作监护人可以办理')
    const { events } = await tickets.act(ticket, 'guard', { act: 'review' })
    expect(events.map(({ actorName }) => actorName)).toEqual(['guard', 'leader'])
  })

  it('is reviewed, approved and done step by step by its pair', async () => {
    const order = await tickets.order(2)
    const ticket = await approved({ orderIds: [order.id] })
    expect(ticket).toMatchObject({ state: 'toOperate', stateLabel: '待执行', flowUser: 'leader、guard' })
    await harness.call(people.leader.token, workOrderCalls.start, { id: order.id, version: order.version })
    const { id } = await tickets.act(ticket, 'leader', { act: 'start' })
    expect(await refusedPart(id, 'leader', 1, 'call')).toBe('只有本票的操作监护人可以办理')
    expect(await refusedPart(id, 'leader', 1, 'repeat')).toBe('第 1 项还没有唱票')
    await part(id, 'guard', 1, 'call')
    expect(await refusedPart(id, 'guard', 1, 'tick')).toBe('第 1 项还没有操作')
    await part(id, 'leader', 1, 'repeat')
    await part(id, 'leader', 1, 'operate')
    expect(await refusedPart(id, 'guard', 2, 'call')).toBe('请先完成第 1 项，不能跳项')
    const ticked = await part(id, 'guard', 1, 'tick')
    expect(ticked).toMatchObject({ ticked: 1, lines: 3, stateLabel: '执行中' })
    expect(await refusedPart(id, 'guard', 1, 'tick')).toBe('第 1 项已打√')
    expect(await tickets.refusal(ticket, 'guard', { act: 'complete' })).toBe('还有 2 项未打√')
    expect(await tickets.act(ticket, 'leader', { act: 'pause', note: '与运方核对' })).toMatchObject({
      stateLabel: '暂停',
    })
    expect(await refusedPart(id, 'guard', 2, 'call')).toBe('操作票不在执行中')
    expect(await tickets.refusal(ticket, 'leader', { act: 'resume' })).toBe('只有本票的操作监护人可以办理')
    await tickets.act(ticket, 'guard', { act: 'resume' })
    await whole(id, 2)
    await whole(id, 3)
    expect(await tickets.act(ticket, 'guard', { act: 'complete' })).toMatchObject({
      state: 'toClose',
      stateLabel: '待归档',
    })
    expect(await tickets.act(ticket, 'shift', { act: 'close' })).toMatchObject({
      state: 'closed',
      stateLabel: '已执行',
      stamp: 'executed',
      ticketTypeLabel: '操作票',
    })
  })

  it('that is broken off keeps its ticks; one that was not begun was not executed', async () => {
    const ticket = await approved()
    await tickets.act(ticket, 'leader', { act: 'start' })
    await whole(ticket.id, 1)
    expect(await tickets.act(ticket, 'guard', { act: 'abort', reason: '刀闸卡涩' })).toMatchObject({
      state: 'closed',
      stamp: 'executed',
      stampReason: '刀闸卡涩',
      ticked: 1,
    })
    const unbegun = await approved()
    await tickets.act(unbegun, 'leader', { act: 'start' })
    expect(await tickets.act(unbegun, 'guard', { act: 'abort', reason: '天气突变' })).toMatchObject({
      state: 'unused',
      stamp: 'unused',
    })
  })

  it('names two different people, and another one approves', async () => {
    const own = await harness.refused(people.leader.token, calls.add, {
      ...tickets.content({ kind: 'operation', steps, orderedBy: '调度' }),
      leaderId: people.guard.id,
      guardId: people.guard.id,
    })
    expect(own.message).toMatch(/操作人和操作监护人不能是同一人/)
  })

  it('is refused where five-prevention says so: an isolated point, or an earth that hangs', async () => {
    const isolated = await tickets.begun({
      isolate: ['断开5号箱变断路器551'],
      earth: ['在5511电源侧装设接地线'],
    })
    const on = await approved({ steps: ['合上5号箱变断路器551'] })
    await tickets.act(on, 'leader', { act: 'start' })
    await part(on.id, 'guard', 1, 'call')
    await part(on.id, 'leader', 1, 'repeat')
    expect(await refusedPart(on.id, 'leader', 1, 'operate')).toMatch(
      new RegExp(`^五防：551 是 ${isolated.ticketNo} 的隔离点，该票尚未终结，T\\d+ 号接地未拆除$`),
    )
    const earthed = await approved({ steps: ['合上负荷开关371'] })
    await tickets.act(earthed, 'leader', { act: 'start' })
    await part(earthed.id, 'guard', 1, 'call')
    await part(earthed.id, 'leader', 1, 'repeat')
    expect(await refusedPart(earthed.id, 'leader', 1, 'operate')).toMatch(/^五防：该处挂有 T\d+ 号接地/)
    await tickets.ended(isolated)
    await part(on.id, 'leader', 1, 'operate')
    await part(earthed.id, 'leader', 1, 'operate')
  })
})
