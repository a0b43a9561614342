import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { LATER_END, planned } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'
import { useExtensions, type Seen } from './extensions.fixture.ts'

const { site, harness, hired, assigned, asked, begun, audit, detail, set } = useExtensions()

const present = new Date().toISOString()
afterEach(async () => {
  harness.clock.set(present)
  await set({ late: false, times: 1, factor: 2 })
})

type Actor = 'worker' | 'worker2' | 'master' | 'admin' | 'outsider' | 'foreigner' | 'both' | 'second'
const tokenOf = (actor: Actor) =>
  actor === 'both' ? hired.both.token : actor === 'second' ? hired.second.token : site.people[actor].token

const submitted = () => site.submitted()
const states: Record<string, () => Promise<Seen>> = {
  'to assign': () => site.create(),
  assigned,
  begun,
  asked,
  extended: async () => audit(await asked()),
  refused: async () => audit(await asked(), false),
  submitted,
  closed: async () =>
    harness.call(site.people.admin.token, calls.check, { ...(await submitted()), pass: true }),
  void: async () =>
    harness.call(site.people.master.token, calls.terminate, { ...(await assigned()), reason: '重复' }),
  'own, asked': async () => {
    const { id, version } = await site.assignTo(await site.create(), hired.both.id)
    return harness.call(hired.both.token, calls.extension, {
      id,
      version,
      planEndTime: LATER_END,
      reason: '备件未到',
    })
  },
}

const UNSEEN = '数据不存在或无权查看'
const ONLY = /^只有负责人 .+ 和协作人可以申请延期$/
/** By state: who asks or decides, and what they are told; true where it is done. */
const table: [state: string, action: 'extend' | 'audit', actor: Actor, told: true | string | RegExp][] = [
  ['to assign', 'extend', 'worker', '工单待指派，不能申请延期'],
  ['to assign', 'audit', 'master', '工单待指派，不能审批延期'],
  ['assigned', 'extend', 'worker', true],
  ['assigned', 'extend', 'worker2', ONLY],
  ['assigned', 'extend', 'both', ONLY],
  ['assigned', 'extend', 'admin', ONLY],
  ['assigned', 'extend', 'master', /申请延期/],
  ['assigned', 'extend', 'outsider', /申请延期|无权查看/],
  ['assigned', 'extend', 'foreigner', UNSEEN],
  ['assigned', 'audit', 'master', '没有等待审批的延期申请'],
  ['begun', 'extend', 'worker', true],
  ['asked', 'extend', 'worker', '已有延期申请等待审批'],
  ['asked', 'audit', 'worker', /审批延期/],
  ['asked', 'audit', 'master', true],
  ['asked', 'audit', 'admin', true],
  ['asked', 'audit', 'second', true],
  ['asked', 'audit', 'both', true],
  ['asked', 'audit', 'outsider', UNSEEN],
  ['asked', 'audit', 'foreigner', UNSEEN],
  ['own, asked', 'audit', 'both', '不能审批自己的延期申请'],
  ['extended', 'extend', 'worker', '工单已延期 1 次，最多延期 1 次'],
  ['extended', 'audit', 'master', '没有等待审批的延期申请'],
  ['refused', 'extend', 'worker', true],
  ['refused', 'audit', 'master', '没有等待审批的延期申请'],
  ['submitted', 'extend', 'worker', '工单验收中，不能申请延期'],
  ['submitted', 'audit', 'master', '工单验收中，不能审批延期'],
  ['closed', 'extend', 'worker', '工单已完成，不能申请延期'],
  ['closed', 'audit', 'master', '工单已完成，不能审批延期'],
  ['void', 'extend', 'worker', '工单已终止，不能申请延期'],
  ['void', 'audit', 'master', '工单已终止，不能审批延期'],
]

describe('state, action, person', () => {
  it.each(table)('%s: %s by %s', async (state, action, actor, told) => {
    const { id, version } = await states[state]!()
    const [call, input] =
      action === 'extend'
        ? ([calls.extension, { planEndTime: LATER_END, reason: '备件未到' }] as const)
        : ([calls.extensionAudit, { pass: true }] as const)
    const before = await wholeDatabase(harness)
    const { body } = await harness.request('POST', call.path, {
      token: tokenOf(actor),
      body: { id, version, ...input },
    })
    if (told === true) {
      expect(body).toMatchObject({ result_code: '1' })
      return
    }
    expect(body.result_msg).toMatch(told)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it.each([
    [{ planEndTime: planned.planEndTime }, '新的计划结束时间应晚于原计划结束时间 2030-01-02 18:00'],
    [{ planEndTime: '2030-01-04 04:00:01' }, '延期后的总时长不能超过原计划的 2 倍，最晚为 2030-01-04 04:00'],
    [{ reason: ' ' }, /延期原因（reason）：此项为必填项/],
    [{ reason: '长'.repeat(101) }, /延期原因（reason）：最多允许输入100个字符/],
    [{ planEndTime: '2030-01-40 00:00:00' }, /新的计划结束时间（planEndTime）/],
  ])('a request with %j', async (wrong, says) => {
    const { id, version } = await assigned()
    const input = { id, version, planEndTime: LATER_END, reason: '备件未到', ...wrong }
    expect((await harness.refused(site.people.worker.token, calls.extension, input)).message).toMatch(says)
    expect((await detail(id)).extensionList).toEqual([])
  })

  it('a refusal without an opinion', async () => {
    const { id, version } = await asked()
    const input = { id, version, pass: false }
    const { message } = await harness.refused(site.people.master.token, calls.extensionAudit, input)
    expect(message).toMatch(/不同意时请填写意见/)
  })

  it('the latest end is twice the planned time, and not a second more', async () => {
    const order = await assigned()
    expect((await site.extend(order, { planEndTime: '2030-01-04 04:00:00' })).extensionAskerId).not.toBeNull()
  })

  it('an order without a planned end has nothing to extend', async () => {
    const claimed = await harness.call(site.people.worker.token, calls.claim, await site.create())
    const input = { ...claimed, planEndTime: LATER_END, reason: '备件未到' }
    const { message } = await harness.refused(site.people.worker.token, calls.extension, input)
    expect(message).toBe('工单没有计划结束时间，无需延期')
  })

  it('after the planned end only where the company allows it, and more often or longer too', async () => {
    const order = await assigned()
    harness.clock.set('2030-01-03T00:00:00Z')
    const token = await harness.signIn('a_worker')
    const ask = {
      id: order.id,
      version: order.version,
      planEndTime: '2030-01-06 18:00:00',
      reason: '备件未到',
    }
    expect((await harness.refused(token, calls.extension, ask)).message).toBe(
      '已超过计划结束时间，不能再申请延期',
    )
    await set({ late: true, factor: 4, times: 2 }, await harness.signIn('a_admin'))
    expect(
      (await harness.refused(token, calls.extension, { ...ask, planEndTime: '2030-01-03 07:00:00' })).message,
    ).toBe('新的计划结束时间应晚于现在')
    const agreed = await audit(
      await harness.call(token, calls.extension, ask),
      true,
      await harness.signIn('a_master'),
    )
    const again = { ...ask, version: agreed.version, planEndTime: '2030-01-07 00:00:01' }
    // Four times the 34 hours that were first planned.
    expect((await harness.refused(token, calls.extension, again)).message).toMatch(
      /4 倍，最晚为 2030-01-07 00:00$/,
    )
    await harness.call(token, calls.extension, { ...again, planEndTime: '2030-01-07 00:00:00' })
  })
})
