import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hire, type Hired } from '../../../test/hire.ts'
import { LATER_END, planned, useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site

type Seen = { id: string; version: number }

const assigned = async () => site.assignTo(await site.create())
const asked = async () => site.extend(await assigned())
const begun = async () => harness.call(site.people.worker.token, calls.start, await assigned())
const audit = ({ id, version }: Seen, pass = true, token = site.people.master.token) =>
  harness.call(token, calls.extensionAudit, { id, version, pass, auditOpinion: pass ? '' : '抓紧完成' })
const detail = (id: string) => harness.call(site.people.admin.token, calls.detail, { id })
const history = async (id: string) =>
  (await harness.call(site.people.admin.token, calls.history, { id })).map(
    ({ action, note }) => `${action} ${note}`,
  )
const todo = async (token: string, id: string) =>
  (await harness.call(token, approvalCalls.page, { box: 'todo', size: 500 })).pageList.find(
    ({ businessType, businessId }) => businessType === 'orderExtension' && businessId === id,
  )
const stepOf = async (token: string, id: string) => {
  const row = (await todo(token, id))!
  return { processInstanceId: row.processInstanceId, taskId: row.taskId! }
}
const set = async (extension: object, token = site.people.admin.token) => {
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, extension })
}

/** Executes orders and decides about extensions; a station master with the same right. */
let both: Hired
let second: Hired

beforeAll(async () => {
  const codes = ['order:list', 'order:execute', 'order:extend', 'order:audit'] as const
  both = await hire(harness, { username: 'does.both', codes: [...codes], depCode: 'A01A02A01' })
  second = await hire(harness, {
    username: 'decides',
    codes: ['order:list', 'order:audit'],
    depCode: 'A01A02',
  })
})

const present = new Date().toISOString()
afterEach(async () => {
  harness.clock.set(present)
  await set({ late: false, times: 1, factor: 2 })
})

describe('a later end', () => {
  it('is asked for by /ops/order/extension and agreed to by /ops/order/extensionAudit, and the order has it', async () => {
    const order = await assigned()
    const waiting = await site.extend(order)
    expect(waiting).toMatchObject({
      flowSts: 2,
      version: order.version + 1,
      planEndTime: planned.planEndTime,
      extensionAskerId: site.people.worker.id,
    })
    const [request] = (await detail(order.id)).extensionList
    expect(request).toMatchObject({
      oldPlanEndTime: planned.planEndTime,
      planEndTime: LATER_END,
      reason: '备件未到',
      status: 'running',
      auditUserName: null,
    })
    const agreed = await audit(waiting)
    expect(agreed).toMatchObject({
      planEndTime: LATER_END,
      extensionAskerId: null,
      extensionCount: 1,
      flowSts: 2,
    })
    expect((await detail(order.id)).extensionList).toMatchObject([
      { status: 'completed', processInstanceId: request!.processInstanceId },
    ])
    const span = '2030-01-02 18:00 → 2030-01-03 18:00'
    expect((await history(order.id)).slice(0, 2)).toEqual([
      `extensionAgree ${span}`,
      `extend ${span}：备件未到`,
    ])
  })

  it('is refused with an opinion, and the plan stays', async () => {
    const refused = await audit(await asked(), false)
    expect(refused).toMatchObject({
      planEndTime: planned.planEndTime,
      extensionAskerId: null,
      extensionCount: 0,
    })
    expect((await detail(refused.id)).extensionList).toMatchObject([
      { status: 'refused', auditOpinion: '抓紧完成', auditTime: expect.any(String) as string },
    ])
    expect((await history(refused.id))[0]).toBe('extensionRefuse 抓紧完成')
    // It can be asked for again.
    expect((await site.extend(refused)).extensionAskerId).toBe(site.people.worker.id)
  })

  it('waits among the to-dos of those who decide, and is decided there just the same', async () => {
    const order = await asked()
    const { master, worker, worker2, admin, outsider, foreigner } = site.people
    for (const [token, waits] of [
      [master.token, true],
      [admin.token, true],
      [second.token, true],
      [worker.token, false],
      [worker2.token, false],
      [outsider.token, false],
      [foreigner.token, false],
    ] as const)
      expect((await todo(token, order.id)) !== undefined).toBe(waits)
    expect(await todo(master.token, order.id)).toMatchObject({ businessTitle: '工单延期', step: '站长审核' })
    const step = await stepOf(master.token, order.id)
    await harness.call(master.token, approvalCalls.complete, { ...step, outcome: 'approve', opinion: '可以' })
    expect(await detail(order.id)).toMatchObject({
      planEndTime: LATER_END,
      extensionCount: 1,
      version: order.version + 1,
      extensionList: [{ status: 'completed', auditOpinion: '可以' }],
    })
    expect(
      (await harness.refused(master.token, calls.extensionAudit, { ...order, pass: true })).message,
    ).toBe('工单已在别处更新，请刷新后重试')
    const instance = { processInstanceId: step.processInstanceId }
    expect(await harness.call(worker2.token, approvalCalls.diagram, instance)).toContain('data:image')
    for (const { token } of [outsider, foreigner])
      await harness.refused(token, approvalCalls.diagram, instance)
  })

  it.each([
    ['撤回', approvalCalls.withdraw, 'withdrawn', 'extensionEnd 申请人撤回'],
    ['作废', approvalCalls.end, 'voided', 'extensionEnd 不需要了'],
  ] as const)('is given up by who asked (%s)', async (_name, call, status, line) => {
    const order = await asked()
    const { processInstanceId } = (await detail(order.id)).extensionList[0]!
    const input = { processInstanceId, auditOpinion: '不需要了' }
    await harness.call(site.people.worker.token, call, input)
    expect(await detail(order.id)).toMatchObject({ extensionAskerId: null, extensionList: [{ status }] })
    expect((await history(order.id))[0]).toBe(line)
  })
})

describe('what an order goes on to ends its open request', () => {
  const ways: Record<string, [(order: Seen) => Promise<Seen>, string]> = {
    submit: [
      async (order) =>
        harness.call(site.people.worker.token, calls.execute, {
          ...order,
          submit: true,
          ...(await site.filled(order.id)),
        }),
      '工单已提交验收',
    ],
    reassign: [
      ({ id, version }) =>
        harness.call(site.people.master.token, calls.reassign, {
          id,
          version,
          liableUserId: site.people.worker2.id,
          reason: '人员请假',
          planEndTime: LATER_END,
        }),
      '工单已改派',
    ],
    terminate: [
      (order) => harness.call(site.people.master.token, calls.terminate, { ...order, reason: '重复' }),
      '工单已作废',
    ],
  }

  it.each(Object.entries(ways))('%s', async (action, [take, why]) => {
    const order = await site.extend(await begun())
    const after = await take(order)
    const { extensionList, extensionAskerId, planEndTime } = await detail(order.id)
    expect({ extensionList, extensionAskerId }).toMatchObject({
      extensionList: [{ status: 'voided', auditOpinion: why }],
      extensionAskerId: null,
    })
    expect(planEndTime).toBe(action === 'reassign' ? LATER_END : planned.planEndTime)
    const lines = await history(order.id)
    expect(lines[0]).toMatch(new RegExp(`^${action} `))
    expect(lines[1]).toBe(`extensionEnd ${why}`)
    expect(await todo(site.people.master.token, order.id)).toBeUndefined()
    const { message } = await harness.refused(site.people.master.token, calls.extensionAudit, {
      id: order.id,
      version: after.version,
      pass: true,
    })
    expect(message).toMatch(/^(工单|没有等待审批的延期申请)/)
  })

  it('saving the work does not', async () => {
    const order = await site.extend(await begun())
    const saved = await harness.call(site.people.worker.token, calls.execute, {
      ...order,
      submit: false,
      ...(await site.filled(order.id)),
    })
    expect(saved.extensionAskerId).toBe(site.people.worker.id)
    expect((await audit(saved)).planEndTime).toBe(LATER_END)
  })
})

type Actor = 'worker' | 'worker2' | 'master' | 'admin' | 'outsider' | 'foreigner' | 'both' | 'second'
const tokenOf = (actor: Actor) =>
  actor === 'both' ? both.token : actor === 'second' ? second.token : site.people[actor].token

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
    const { id, version } = await site.assignTo(await site.create(), both.id)
    return harness.call(both.token, calls.extension, {
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

describe('who asked takes no step of it', () => {
  it('neither offered, nor given, nor standing in', async () => {
    const { id } = await states['own, asked']!()
    expect(await todo(both.token, id)).toBeUndefined()
    const step = await stepOf(site.people.master.token, id)
    const own = await harness.call(both.token, approvalCalls.detail, step)
    expect(own.steps).toMatchObject([{ isMine: false }])
    const refusals = [
      harness.refused(both.token, approvalCalls.complete, { ...step, outcome: 'approve' }),
      harness.refused(both.token, approvalCalls.claim, step),
      harness.refused(site.people.master.token, approvalCalls.transfer, { ...step, personId: both.id }),
      harness.refused(site.people.master.token, approvalCalls.addSigner, {
        ...step,
        personId: both.id,
        when: 'after',
      }),
    ]
    for (const { message } of await Promise.all(refusals)) expect(message).toBe('不能审批自己的延期申请')
    expect((await detail(id)).extensionList).toMatchObject([{ status: 'running' }])
  })

  it('and a step that was handed on is decided by who has it', async () => {
    const order = await asked()
    const step = await stepOf(site.people.master.token, order.id)
    await harness.call(site.people.master.token, approvalCalls.transfer, { ...step, personId: second.id })
    const { id, version } = order
    const input = { id, version, pass: true }
    expect((await harness.refused(site.people.master.token, calls.extensionAudit, input)).message).toBe(
      '延期申请由 decides 审批，您不是办理人',
    )
    expect((await audit(order, true, second.token)).planEndTime).toBe(LATER_END)
  })
})

describe('at once', () => {
  const won = (answers: { body: Record<string, unknown> }[]) =>
    answers.filter(({ body }) => body.result_code === '1').length

  it('eight requests: one is taken', async () => {
    const { id, version } = await assigned()
    const body = { id, version, planEndTime: LATER_END, reason: '备件未到' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        harness.request('POST', calls.extension.path, { token: site.people.worker.token, body }),
      ),
    )
    expect(won(answers)).toBe(1)
    expect((await detail(id)).extensionList).toHaveLength(1)
  })

  it('decisions in the order and among the to-dos, submission and termination: each ends it once', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await site.extend(await begun())
      const { id, version } = order
      const { master, worker, admin } = site.people
      const step = await stepOf(master.token, id)
      const work = await site.filled(id)
      const send = (path: string, token: string, body: object) =>
        harness.request('POST', path, { token, body })
      const answers = await Promise.all([
        send(calls.extensionAudit.path, master.token, { id, version, pass: true }),
        send(calls.extensionAudit.path, admin.token, { id, version, pass: false, auditOpinion: '不行' }),
        send(approvalCalls.complete.path, master.token, { ...step, outcome: 'approve' }),
        send(approvalCalls.complete.path, second.token, { ...step, outcome: 'reject', opinion: '不行' }),
        send(calls.execute.path, worker.token, { id, version, submit: true, ...work }),
        send(calls.terminate.path, admin.token, { id, version, reason: '重复' }),
      ])
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect(won(answers)).toBe(1)
      const after = await detail(id)
      expect(after.extensionAskerId).toBeNull()
      const [{ status } = { status: 'running' }] = after.extensionList
      expect(after.planEndTime).toBe(status === 'completed' ? LATER_END : planned.planEndTime)
      const ends = (await history(id)).filter((line) => line.startsWith('extension'))
      expect(ends).toHaveLength(1)
    }
  })
})

it('moves with its station to another department', async () => {
  const order = await asked()
  const { processInstanceId } = (await detail(order.id)).extensionList[0]!
  const placeOf = async () =>
    (await harness.owner.query('select dep_code from process_instance where id = $1', [processInstanceId]))
      .rows
  await harness.owner.query(`update station set dep_code = 'A01A01A01' where id = $1`, [site.stationId])
  expect(await placeOf()).toEqual([{ dep_code: 'A01A01A01' }])
  await harness.owner.query(`update station set dep_code = 'A01A02A01' where id = $1`, [site.stationId])
})

it('the database refuses a request and a process that disagree', async () => {
  const order = await asked()
  for (const statement of [
    `update work_order_extension set status = 'completed', decided_at = now() where order_id = ${order.id}`,
    `update work_order set extension_asker_id = null where id = ${order.id}`,
    `update work_order set extension_count = 3 where id = ${order.id}`,
  ])
    await expect(harness.owner.query(statement)).rejects.toThrow(/not in the same state|without an event/)
})
