import { earthCalls } from '@heliodesk/contract/earths.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTickets } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people } = tickets

beforeAll(async () => {
  // The life of a ticket on one day.
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: { receiveDays: 0 } })
})

describe('a work ticket of the first kind', () => {
  it('goes from its draft to its end, and says at every step what is missing', async () => {
    const order = await tickets.order()
    const draft = await tickets.add({ orderIds: [order.id] })
    expect(draft).toMatchObject({ ticketNo: '', state: 'draft', stateLabel: '草稿' })
    expect(draft.points).toEqual([expect.stringMatching(/^4\d{3}$/), expect.stringMatching(/^3\d{3}$/)])
    const refusedStart = await harness.refused(people.leader.token, workOrderCalls.start, {
      id: order.id,
      version: order.version,
    })
    expect(refusedStart.message).toBe('该工单须有生效的工作票才能开始作业，请先开票')

    const submitted = await tickets.act(draft, 'leader', { act: 'submit' })
    expect(submitted.ticketNo).toMatch(/^GZP1-\d{4}-\d+-001$/)
    expect(submitted).toMatchObject({ state: 'toIssue', flowUser: 'issuer', locks: expect.any(Array) })
    const issued = await tickets.act(draft, 'issuer', { act: 'issue', liveParts: '6、8号箱变带电' })
    expect(issued).toMatchObject({ state: 'toReceive', flowUser: '值班负责人', liveParts: '6、8号箱变带电' })
    const received = await tickets.act(draft, 'shift', { act: 'receive' })
    expect(received).toMatchObject({ state: 'toPermit', shiftLeaderName: 'shift' })

    expect(await tickets.refusal(draft, 'permitter', { act: 'permit' })).toBe('安全措施还有 4 项未执行')
    const jump = await harness.refused(people.permitter.token, calls.tick, { id: draft.id, no: 2 })
    expect(jump.message).toBe('请先完成第 1 项，不能跳项')
    await tickets.tickAll(received)
    expect(await tickets.refusal(draft, 'permitter', { act: 'permit' })).toBe(
      '应装接地 1 处，接地线台账已装 0 处',
    )
    const earth = await tickets.addEarth()
    const hung = await tickets.hang(draft, earth.id)
    expect(hung.earths).toMatchObject([
      { earthName: earth.name, installedBy: 'permitter', installedGuard: 'guard' },
    ])
    expect(await harness.call(people.permitter.token, earthCalls.detail, { id: earth.id })).toMatchObject({
      stateLabel: '已装设',
    })

    const permitted = await tickets.act(draft, 'permitter', { act: 'permit', supplement: '加挂标示牌' })
    expect(permitted).toMatchObject({ state: 'toPermit', flowUser: 'leader', permitMode: 'face' })
    const working = await tickets.act(draft, 'leader', { act: 'confirm' })
    expect(working).toMatchObject({ state: 'working', stateLabel: '执行中', validUntil: working.planEndTime })
    const started = await harness.call(people.leader.token, workOrderCalls.start, {
      id: order.id,
      version: order.version,
    })
    expect(started).toMatchObject({ otherSts: 3, ticketNo: working.ticketNo })

    const crew = working.people.find(({ part }) => part === 'crew')!
    const forged = await harness.refused(people.leader.token, calls.enter, { id: draft.id, no: crew.no })
    expect(forged.message).toBe('crew须本人签名，不能代签')
    await harness.call(people.crew.token, calls.enter, { id: draft.id, no: crew.no })
    expect(await tickets.refusal(draft, 'leader', { act: 'finish', isClear: true })).toBe(
      '还有 1 人未签离场：crew',
    )
    await harness.call(people.crew.token, calls.leave, { id: draft.id, no: crew.no })
    const finished = await tickets.act(draft, 'leader', { act: 'finish', isClear: true })
    expect(finished).toMatchObject({ state: 'toClose', stateLabel: '待终结' })
    expect(await tickets.refusal(draft, 'permitter', { act: 'close' })).toBe(`${earth.name} 号接地未拆除`)
    const open = await harness.refused(people.leader.token, workOrderCalls.terminate, {
      id: order.id,
      version: started.version,
      reason: '误派',
    })
    expect(open.message).toBe(`还有 1 张票未终结：${working.ticketNo}`)
    await tickets.unhang(draft, hung.earths[0]!.id)
    const closed = await tickets.act(draft, 'permitter', { act: 'close' })
    expect(closed).toMatchObject({
      state: 'closed',
      stamp: 'executed',
      stampedBy: 'permitter',
      hanging: 0,
      acts: [],
    })
    const signed = closed.events.filter(({ roleName }) => roleName !== '')
    expect(new Set(signed.map(({ contentHash }) => contentHash)).size).toBe(1)
    expect(signed.every(({ isOutdated }) => !isOutdated)).toBe(true)
    expect(await harness.call(people.leader.token, calls.allEnd, { orderId: order.id })).toEqual({
      allEnd: true,
      inForce: false,
      open: [],
    })
    const { pageList } = await harness.call(people.leader.token, calls.ofOrder, { orderId: order.id })
    expect(pageList).toMatchObject([
      {
        ticketNo: closed.ticketNo,
        ticketTypeLabel: '工作票',
        ticketTypeDtlLabel: '第一种工作票',
        workContent: '7号箱变高压侧熔断器更换',
        flowUser: '',
        createUserName: 'leader',
      },
    ])
  })
})
