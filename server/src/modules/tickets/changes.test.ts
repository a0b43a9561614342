import { settingCalls } from '@heliodesk/contract/settings.ts'
import { ticketCalls as calls } from '@heliodesk/contract/tickets.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useTickets, type Signatory } from '../../../test/tickets.ts'

const tickets = useTickets()
const { harness, people } = tickets

const setTickets = async (values: object) => {
  const { token } = people.issuer
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, tickets: values })
}
beforeAll(async () => {
  harness.clock.set(new Date(Date.now()).toISOString().slice(0, 11) + '00:30:00Z')
  await setTickets({ receiveDays: 0 })
})

const ask = async (ticket: { id: string }, wanted: object) =>
  harness.call(people.leader.token, calls.ask, {
    id: ticket.id,
    version: (await tickets.current(ticket)).version,
    ...wanted,
  } as never)
const refusedAsk = async (ticket: { id: string }, wanted: object) =>
  (
    await harness.refused(people.leader.token, calls.ask, {
      id: ticket.id,
      version: (await tickets.current(ticket)).version,
      ...wanted,
    } as never)
  ).message
const answer = async (
  ticket: { id: string },
  by: Signatory,
  says: 'agree' | 'refuse' | 'withdraw' = 'agree',
) => {
  const { version, changes } = await tickets.current(ticket)
  return harness.call(people[by].token, calls.answer, {
    id: ticket.id,
    version,
    changeId: changes[0]!.id,
    answer: says,
  })
}

describe('while the work goes on', () => {
  it('it is interrupted and resumed on the same day, and on another day with the permitter', async () => {
    const ticket = await tickets.begun({ planEndTime: tickets.inHours(40) })
    const paused = await tickets.act(ticket, 'leader', { act: 'pause', note: '雷雨' })
    expect(paused).toMatchObject({ state: 'paused', stateLabel: '间断' })
    expect(paused.people.some(({ isInside }) => isInside)).toBe(false)
    expect(await refusedAsk(ticket, { change: 'resume', reason: '措施完好' })).toBe('当日间断请直接复工')
    expect(await tickets.act(ticket, 'leader', { act: 'resume', note: '核对措施无变动' })).toMatchObject({
      state: 'working',
    })
    await tickets.act(ticket, 'leader', { act: 'pause' })
    harness.clock.advance(24 * 3_600_000)
    expect(await tickets.refusal(ticket, 'leader', { act: 'resume' })).toBe(
      '隔日复工须许可人同意，请申请隔日复工',
    )
    const asked = await ask(ticket, { change: 'resume', reason: '措施完好' })
    expect(asked.changes[0]).toMatchObject({
      title: '隔日复工',
      stateLabel: '待同意',
      waitsFor: '工作许可人',
    })
    const { changes } = await harness.call(people.permitter.token, calls.detail, { id: ticket.id })
    expect(changes[0]!.isTodo).toBe(true)
    const resumed = await answer(ticket, 'permitter')
    expect(resumed).toMatchObject({ state: 'working' })
    expect(resumed.changes[0]).toMatchObject({ stateLabel: '已办理', agreed: [{ name: 'permitter' }] })
    await tickets.ended(ticket)
  })

  it('it is extended once, in time, by permitter or shift leader', async () => {
    const ticket = await tickets.begun({ planEndTime: tickets.inHours(6) })
    expect(
      await refusedAsk(ticket, { change: 'extend', until: tickets.inHours(5), reason: '备件' }),
    ).toContain('应晚于有效期')
    await ask(ticket, { change: 'extend', until: tickets.inHours(9), reason: '备件晚到' })
    expect(await refusedAsk(ticket, { change: 'transfer', place: '8号箱变', reason: '下一处' })).toBe(
      '延期正在等待同意',
    )
    expect(await tickets.refusal(ticket, 'leader', { act: 'finish', isClear: true })).toBe('延期正在等待同意')
    const extended = await answer(ticket, 'shift')
    expect(extended).toMatchObject({ validUntil: tickets.inHours(9), extensions: 1 })
    expect(await refusedAsk(ticket, { change: 'extend', until: tickets.inHours(12), reason: '再延' })).toBe(
      '只能延期 1 次，请重新办票',
    )
    await tickets.ended(ticket)
  })

  it('an extension that is asked for too late is refused', async () => {
    const ticket = await tickets.begun({ planEndTime: tickets.inHours(1) })
    expect(await refusedAsk(ticket, { change: 'extend', until: tickets.inHours(9), reason: '备件' })).toBe(
      '延期须在有效期结束前 2 小时提出，已来不及，请重新办票',
    )
    harness.clock.advance(2 * 3_600_000)
    expect(await tickets.current(ticket)).toMatchObject({ isLate: true })
    const crew = ticket.people.find(({ part }) => part === 'crew')!
    const entered = await harness.refused(people.crew.token, calls.enter, { id: ticket.id, no: crew.no })
    expect(entered.message).toBe('有效期已过，不能进入作业')
    expect(await tickets.refusal(ticket, 'shift', { act: 'recall', reason: '逾期' })).toMatch(/号接地未拆除$/)
    for (const { id } of ticket.earths) await tickets.unhang(ticket, id)
    expect(await tickets.act(ticket, 'shift', { act: 'recall', reason: '逾期未终结' })).toMatchObject({
      state: 'void',
      stamp: 'void',
      stampReason: '逾期未终结',
    })
  })

  it('the leader hands over to another one while it is interrupted, once', async () => {
    const ticket = await tickets.begun()
    const wanted = { change: 'leader', personId: people.second.id, reason: '原负责人就医' }
    expect(await refusedAsk(ticket, wanted)).toBe('请先间断工作，再变更负责人')
    await tickets.act(ticket, 'leader', { act: 'pause' })
    expect(await refusedAsk(ticket, { ...wanted, personId: people.crew.id })).toContain(
      '不在该电站的三种人名单中',
    )
    await ask(ticket, wanted)
    const half = await answer(ticket, 'issuer')
    expect(half.changes[0]).toMatchObject({ state: 'open', waitsFor: '新工作负责人 second' })
    const done = await answer(ticket, 'second')
    expect(done).toMatchObject({ leaderName: 'second', leaderChanged: true, state: 'paused' })
    expect(await tickets.refusal(ticket, 'leader', { act: 'resume' })).toBe('只有本票的工作负责人可以办理')
    await tickets.act(ticket, 'second', { act: 'resume' })
    await tickets.act(ticket, 'second', { act: 'finish', isClear: true })
    for (const { id } of ticket.earths) await tickets.unhang(ticket, id)
    expect(await tickets.act(ticket, 'permitter', { act: 'close' })).toMatchObject({ state: 'closed' })
  })

  it('tasks are added, the place changes, and the device is tried, with everybody out', async () => {
    const ticket = await tickets.begun()
    await ask(ticket, { change: 'task', place: '7号箱变低压侧', work: '紧固端子' })
    await answer(ticket, 'issuer')
    expect((await answer(ticket, 'permitter')).changes[0]).toMatchObject({
      says: '7号箱变低压侧：紧固端子',
      stateLabel: '已办理',
    })
    const crew = ticket.people.find(({ part }) => part === 'crew')!
    await harness.call(people.crew.token, calls.enter, { id: ticket.id, no: crew.no })
    expect(await refusedAsk(ticket, { change: 'trial', reason: '空载试运' })).toBe('还有 1 人未签离场：crew')
    await harness.call(people.crew.token, calls.leave, { id: ticket.id, no: crew.no })
    await ask(ticket, { change: 'trial', reason: '空载试运' })
    expect(await answer(ticket, 'permitter')).toMatchObject({ state: 'trial', stateLabel: '试运' })
    await ask(ticket, { change: 'endTrial', reason: '正常' })
    expect(await answer(ticket, 'permitter')).toMatchObject({ state: 'working' })
    await ask(ticket, { change: 'transfer', place: '8号箱变', reason: '下一处' })
    expect((await answer(ticket, 'leader', 'withdraw')).changes[0]).toMatchObject({ stateLabel: '已撤回' })
    await ask(ticket, { change: 'transfer', place: '8号箱变', reason: '下一处' })
    expect((await answer(ticket, 'permitter', 'refuse')).changes[0]).toMatchObject({ stateLabel: '不同意' })
    await tickets.ended(ticket)
  })

  it('the crew changes as the leader decides, and nobody signs for others', async () => {
    const ticket = await tickets.begun()
    const add = (given: object) =>
      harness.call(people.leader.token, calls.addPerson, { id: ticket.id, reason: '增援', ...given })
    const more = await add({ name: '外委甲' })
    const outside = more.people.find(({ name }) => name === '外委甲')!
    expect(
      (await harness.call(people.leader.token, calls.enter, { id: ticket.id, no: outside.no })).people.find(
        ({ no }) => no === outside.no,
      ),
    ).toMatchObject({ isInside: true })
    const twice = await harness.refused(people.leader.token, calls.addPerson, {
      id: ticket.id,
      reason: '重复',
      personId: people.crew.id,
    })
    expect(twice.message).toContain('crew已在本票中')
    const inside = await harness.refused(people.leader.token, calls.removePerson, {
      id: ticket.id,
      no: outside.no,
      reason: '离队',
    })
    expect(inside.message).toBe('外委甲还在场，请先签离场')
    await harness.call(people.leader.token, calls.leave, { id: ticket.id, no: outside.no })
    const fewer = await harness.call(people.leader.token, calls.removePerson, {
      id: ticket.id,
      no: outside.no,
      reason: '离队',
    })
    expect(fewer.people.find(({ no }) => no === outside.no)).toMatchObject({ isRemoved: true })
    await tickets.ended(ticket)
  })

  it('kinds have rules of their own', async () => {
    const slip = await tickets.add({
      kind: 'emergency',
      issuerId: null,
      earth: [],
      planEndTime: tickets.inHours(3.5),
    })
    const long = await tickets.refusal(slip, 'leader', { act: 'submit' })
    expect(long).toBe('计划结束时间（planEndTime）：这种票最长 4 小时')
    await harness.call(people.leader.token, calls.edit, {
      ...slip.content,
      id: slip.id,
      version: slip.version,
      planEndTime: tickets.inHours(3),
    })
    const submitted = await tickets.act(slip, 'leader', { act: 'submit' })
    expect(submitted).toMatchObject({ state: 'toPermit', ticketTypeLabel: '事故抢修单' })
    await tickets.tickAll(submitted)
    await tickets.act(slip, 'permitter', { act: 'permit' })
    await tickets.act(slip, 'leader', { act: 'confirm' })
    expect(await refusedAsk(slip, { change: 'extend', until: tickets.inHours(9), reason: '未完' })).toBe(
      '这种票不延期，请重新办票',
    )
    await tickets.act(slip, 'leader', { act: 'pause' })
    const other = { change: 'leader', personId: people.second.id, reason: '换人' }
    expect(await refusedAsk(slip, other)).toBe('这种票不变更负责人，请重新办票')
    await tickets.act(slip, 'leader', { act: 'resume' })
    await tickets.ended(slip)
  })
})

describe('work with fire', () => {
  const hot = (mainId: string, given: object = {}) =>
    tickets.add({
      kind: 'hotFirst',
      mainId,
      isolate: [],
      earth: [],
      board: [],
      care: ['清理周围可燃物'],
      leaderId: people.second.id,
      hotWork: { method: '电焊' },
      people: [
        { part: 'hotWorker', personId: people.second.id, certificate: 'H-1' },
        { part: 'fireGuard', personId: people.fire.id },
      ],
      ...given,
    })

  it('belongs to a ticket, is reviewed and approved, and waits for the gas to be measured again and again', async () => {
    const { others } = tickets
    const main = await tickets.begun()
    const draft = await hot(main.id)
    await tickets.act(draft, 'second', { act: 'submit' })
    expect(await tickets.act(draft, 'issuer', { act: 'issue' })).toMatchObject({ state: 'toReview' })
    expect(await tickets.refusal(draft, 'shift', { act: 'review' })).toContain('审核动火票')
    expect(await tickets.act(draft, 'shift', { act: 'review' }, others.safety.token)).toMatchObject({
      state: 'toApprove',
    })
    expect(await tickets.act(draft, 'shift', { act: 'approve' }, others.head.token)).toMatchObject({
      state: 'toPermit',
    })
    expect(await tickets.refusal(draft, 'permitter', { act: 'permit' })).toBe('还没有测定可燃气体')
    const measure = (isSafe: boolean) =>
      harness.call(people.fire.token, calls.measure, {
        id: draft.id,
        gas: '可燃气体',
        value: '0.1 %LEL',
        isSafe,
      })
    await measure(false)
    expect(await tickets.refusal(draft, 'permitter', { act: 'permit' })).toBe('最近一次气体测定不合格')
    await measure(true)
    const hung = {
      id: draft.id,
      earthId: '1',
      place: '负荷侧',
      testedTime: tickets.inHours(0),
      guardId: people.guard.id,
    }
    expect((await harness.refused(people.permitter.token, calls.hang, hung)).message).toBe(
      '动火票不装设接地，请在所属工作票上装设',
    )
    await tickets.act(draft, 'permitter', { act: 'permit' })
    const working = await tickets.act(draft, 'second', { act: 'confirm' })
    expect(working).toMatchObject({ state: 'working', main: { ticketNo: main.ticketNo } })
    expect(working.readingDue).toBe(tickets.inHours(2))
    expect(await tickets.refusal(main, 'leader', { act: 'finish', isClear: true })).toBe(
      `动火票 ${working.ticketNo} 尚未终结`,
    )
    harness.clock.advance(3 * 3_600_000)
    const worker = working.people.find(({ part }) => part === 'fireGuard')!
    const late = await harness.refused(people.fire.token, calls.enter, { id: draft.id, no: worker.no })
    expect(late.message).toBe('距上次气体测定已超过 120 分钟，请重新测定')
    await measure(true)
    await harness.call(people.fire.token, calls.enter, { id: draft.id, no: worker.no })
    await harness.call(people.fire.token, calls.leave, { id: draft.id, no: worker.no })
    await tickets.act(draft, 'second', { act: 'finish', isClear: true })
    await tickets.act(draft, 'permitter', { act: 'close' })
    await tickets.ended(main)
  })

  it.each([
    [{ hotWork: null }, '动火（hotWork）：请填写动火方式'],
    [{ people: [] }, '人员（people）：请填写动火执行人'],
  ])('says what is missing: %o', async (given, says) => {
    const main = await tickets.received()
    const draft = await hot(main.id, given)
    expect(await tickets.refusal(draft, 'second', { act: 'submit' })).toBe(says)
  })
})
