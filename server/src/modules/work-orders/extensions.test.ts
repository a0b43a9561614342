import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { LATER_END, planned } from '../../../test/site.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { useExtensions, type Seen } from './extensions.fixture.ts'

const { site, harness, hired, assigned, asked, begun, audit, detail, history, todo, stepOf } = useExtensions()

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
      [hired.second.token, true],
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

  it('is decided for an absent master by a colleague, and the order names both', async () => {
    const { master, worker2, admin } = site.people
    const wire = (hours: number) =>
      toWireTime(new Date(harness.clock.now().getTime() + hours * 3_600_000), 'Asia/Shanghai')
    const { id: delegation } = await harness.call(master.token, delegationCalls.add, {
      delegateId: worker2.id,
      startTime: wire(-1),
      endTime: wire(24),
      types: ['orderExtension'],
    })
    const order = await asked()
    const { processInstanceId, taskId } = await stepOf(master.token, order.id)
    const step = { processInstanceId, taskId }
    await harness.call(worker2.token, approvalCalls.complete, {
      ...step,
      outcome: 'approve',
      opinion: '可以',
    })
    await harness.call(master.token, delegationCalls.end, { id: delegation })
    const both = expect.stringMatching(/colleague（代.*master）$/) as string
    const [event, before] = await harness.call(admin.token, calls.history, { id: order.id })
    expect(event).toMatchObject({ action: 'extensionAgree', actorName: both })
    expect(before!.actorName).toMatch(/worker$/)
    expect((await detail(order.id)).extensionList).toMatchObject([{ auditUserName: both }])
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

describe('who asked takes no step of it', () => {
  it('neither offered, nor given, nor standing in', async () => {
    const given = await site.assignTo(await site.create(), hired.both.id)
    const { id } = await harness.call(hired.both.token, calls.extension, {
      id: given.id,
      version: given.version,
      planEndTime: LATER_END,
      reason: '备件未到',
    })
    expect(await todo(hired.both.token, id)).toBeUndefined()
    const step = await stepOf(site.people.master.token, id)
    const own = await harness.call(hired.both.token, approvalCalls.detail, step)
    expect(own.steps).toMatchObject([{ isMine: false }])
    const refusals = [
      harness.refused(hired.both.token, approvalCalls.complete, { ...step, outcome: 'approve' }),
      harness.refused(hired.both.token, approvalCalls.claim, step),
      harness.refused(site.people.master.token, approvalCalls.transfer, { ...step, personId: hired.both.id }),
      harness.refused(site.people.master.token, approvalCalls.addSigner, {
        ...step,
        personId: hired.both.id,
        when: 'after',
      }),
    ]
    for (const { message } of await Promise.all(refusals)) expect(message).toBe('不能审批自己的延期申请')
    expect((await detail(id)).extensionList).toMatchObject([{ status: 'running' }])
  })

  it('and a step that was handed on is decided by who has it', async () => {
    const order = await asked()
    const step = await stepOf(site.people.master.token, order.id)
    await harness.call(site.people.master.token, approvalCalls.transfer, {
      ...step,
      personId: hired.second.id,
    })
    const { id, version } = order
    const input = { id, version, pass: true }
    expect((await harness.refused(site.people.master.token, calls.extensionAudit, input)).message).toBe(
      '延期申请由 decides 审批，您不是办理人',
    )
    expect((await audit(order, true, hired.second.token)).planEndTime).toBe(LATER_END)
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
        send(approvalCalls.complete.path, hired.second.token, {
          ...step,
          outcome: 'reject',
          opinion: '不行',
        }),
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
