import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { describe, expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  ...crew,
  eastMaster: 'a_east_master',
  keeper: { username: 'approval.keeper', codes: ['workflow:manage'] },
})

const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
let days = 0

/** A leave of the worker, of more than three days unless said otherwise. */
async function leave(token = people.worker, length = 5) {
  days += 1
  const from = `2027-01-${String((days % 28) + 1).padStart(2, '0')}`
  return askForLeave(harness, token, { from, until: '2027-03-01', days: length, remark: `第 ${days} 次` })
}

const todoOf = async (token: string, processInstanceId: string) => {
  const { pageList } = await harness.call(token, calls.page, { box: 'todo', size: 500 })
  return pageList.find((each) => each.processInstanceId === processInstanceId)
}
const detail = (token: string, processInstanceId: string) =>
  harness.call(token, calls.detail, { processInstanceId })
const activities = async (token: string, processInstanceId: string) =>
  (await harness.call(token, calls.activities, { processInstanceId })).map(({ color, content, message }) =>
    [color || 'open', content, message].filter(Boolean).join(' | '),
  )

/** The caller's open step of an instance. */
async function step(token: string, processInstanceId: string) {
  const { taskId } = (await todoOf(token, processInstanceId))!
  return { processInstanceId, taskId: taskId! }
}
const approve = async (token: string, processInstanceId: string, outcome: 'approve' | 'reject' = 'approve') =>
  harness.call(token, calls.complete, { ...(await step(token, processInstanceId)), outcome, opinion: '看过' })

describe('a request', () => {
  it('goes to the head of the department, then to the company, and is done', async () => {
    const { id, processInstanceId } = await leave()
    expect(await todoOf(people.master, processInstanceId)).toMatchObject({
      step: '部门负责人审批',
      businessTitle: '请假',
      businessId: id,
      title: expect.stringContaining('年假 5 天') as string,
      status: 'running',
    })
    for (const other of [people.worker, people.colleague, people.manager, people.eastMaster, people.outsider])
      expect(await todoOf(other, processInstanceId)).toBeUndefined()
    await approve(people.master, processInstanceId)
    expect(await todoOf(people.master, processInstanceId)).toBeUndefined()
    expect(await todoOf(people.manager, processInstanceId)).toMatchObject({ step: '公司审批' })
    const { taskId } = await step(people.manager, processInstanceId)
    await harness.call(people.manager, oaCalls.approve, { id, taskId, outcome: 'approve', opinion: '看过' })
    const request = await harness.call(people.worker, oaCalls.detail, { id })
    expect(request).toMatchObject({ status: 'completed', kind: 'leave', form: { days: 5 } })
    expect(await activities(people.worker, processInstanceId)).toEqual([
      'limegreen | 流程结束',
      expect.stringMatching(/^limegreen \| 公司审批 · .*manager · 同意 \| 看过$/),
      expect.stringMatching(/^limegreen \| 部门负责人审批 · .*master · 同意 \| 看过$/),
      expect.stringMatching(/^limegreen \| 提交 · /),
    ])
    const { pageList } = await harness.call(people.master, calls.page, { box: 'done', size: 500 })
    expect(pageList.find((each) => each.processInstanceId === processInstanceId)).toMatchObject({
      step: '部门负责人审批',
      status: 'completed',
    })
  })

  it('of three days or less ends with the head', async () => {
    const { processInstanceId } = await leave(people.worker, 3)
    await approve(people.master, processInstanceId)
    expect(await detail(people.worker, processInstanceId)).toMatchObject({ status: 'completed', steps: [] })
  })

  it('that was refused comes back to its applicant, who changes it and sends it again', async () => {
    const { id, processInstanceId } = await leave()
    await approve(people.master, processInstanceId, 'reject')
    const { taskId } = await step(people.worker, processInstanceId)
    const form = {
      kind: 'sick',
      from: '2027-02-01',
      until: '2027-02-02',
      days: 2,
      remark: '改为两天',
    } as const
    const request = { kind: 'leave', form } as const
    const wrong = { kind: 'purchase', form: { subject: '熔断器', amount: 10, remark: '备用' } } as const
    const answer = await harness.refused(people.worker, oaCalls.amend, { id, taskId, request: wrong })
    expect(answer.message).toBe('这是请假，不能改为其他类型')
    await harness.call(people.worker, oaCalls.amend, { id, taskId, request })
    await approve(people.master, processInstanceId)
    expect(await harness.call(people.worker, oaCalls.detail, { id })).toMatchObject({
      status: 'completed',
      form: { days: 2 },
      title: expect.stringContaining('病假 2 天') as string,
    })
  })

  it('of a head goes to the head above, and nobody decides for a role about their own', async () => {
    const { processInstanceId } = await leave(people.master)
    expect(await todoOf(people.master, processInstanceId)).toBeUndefined()
    await approve(people.manager, processInstanceId)
    expect(await todoOf(people.manager, processInstanceId)).toMatchObject({ step: '公司审批' })
    const own = await leave(people.manager)
    expect(await todoOf(people.manager, own.processInstanceId)).toBeUndefined()
  })
})

describe('a step', () => {
  it('is returned to the one before, to whoever did it', async () => {
    const { processInstanceId } = await leave()
    await approve(people.master, processInstanceId)
    expect(await detail(people.manager, processInstanceId)).toMatchObject({
      returnTargets: [{ node: 'review', name: '部门负责人审批' }],
    })
    await harness.call(people.manager, calls.giveBack, {
      ...(await step(people.manager, processInstanceId)),
      auditOpinion: '天数再核对',
    })
    expect(await todoOf(people.manager, processInstanceId)).toBeUndefined()
    expect(await detail(people.master, processInstanceId)).toMatchObject({
      steps: [{ name: '部门负责人审批', isMine: true, isOffered: false }],
    })
    expect(await activities(people.master, processInstanceId)).toEqual([
      expect.stringMatching(/^open \| 部门负责人审批 · .*master · 待办理$/),
      expect.stringMatching(/^red \| 公司审批 · .*manager · 退回到部门负责人审批 \| 天数再核对$/),
      expect.stringMatching(/^limegreen \| 部门负责人审批/),
      expect.stringMatching(/^limegreen \| 提交/),
    ])
  })

  it('is claimed by one, transferred, and signed by others before', async () => {
    const { processInstanceId } = await leave()
    await harness.call(people.master, calls.claim, await step(people.master, processInstanceId))
    expect(await detail(people.master, processInstanceId)).toMatchObject({ steps: [{ isOffered: false }] })
    await harness.call(people.master, calls.addSigner, {
      ...(await step(people.master, processInstanceId)),
      personId: idOf('colleague'),
      when: 'before',
      opinion: '请先看',
    })
    const held = await detail(people.worker, processInstanceId)
    expect(held.steps.map(({ isHeld }) => isHeld)).toEqual([true, false])
    await approve(people.colleague, processInstanceId)
    await harness.call(people.master, calls.transfer, {
      ...(await step(people.master, processInstanceId)),
      personId: idOf('manager'),
      opinion: '出差',
    })
    expect(await todoOf(people.master, processInstanceId)).toBeUndefined()
    await approve(people.manager, processInstanceId)
    expect(await todoOf(people.manager, processInstanceId)).toMatchObject({ step: '公司审批' })
  })

  it('is not given to people out of scope, nor to oneself', async () => {
    const { processInstanceId } = await leave()
    const own = await step(people.master, processInstanceId)
    for (const [personId, message] of [
      [idOf('outsider'), '该人员不存在、已停用，或数据范围不包含此流程'],
      [idOf('master'), '不能转办给自己'],
    ] as const)
      expect((await harness.refused(people.master, calls.transfer, { ...own, personId })).message).toBe(
        message,
      )
  })

  it('that somebody refuses needs a reason', async () => {
    const { processInstanceId } = await leave()
    const own = await step(people.master, processInstanceId)
    const answer = await harness.refused(people.master, calls.complete, { ...own, outcome: 'reject' })
    expect(answer.message).toBe('不同意时请填写意见')
  })

  it('is done once when two people act at once', async () => {
    const { processInstanceId } = await leave()
    const own = await step(people.master, processInstanceId)
    const answers = await Promise.allSettled(
      [1, 2, 3].map(() => harness.call(people.master, calls.complete, { ...own, outcome: 'approve' })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(
      (await activities(people.worker, processInstanceId)).filter((each) => each.includes('同意')),
    ).toHaveLength(1)
  })
})

describe('an instance', () => {
  it('is withdrawn by its starter while nobody has acted', async () => {
    const { id, processInstanceId } = await leave()
    expect((await harness.refused(people.master, calls.withdraw, { processInstanceId })).message).toBe(
      '只有发起人可以撤回',
    )
    await harness.call(people.worker, calls.withdraw, { processInstanceId })
    expect(await harness.call(people.worker, oaCalls.detail, { id })).toMatchObject({ status: 'withdrawn' })
    expect(await todoOf(people.master, processInstanceId)).toBeUndefined()
    const acted = await leave()
    await approve(people.master, acted.processInstanceId)
    const answer = await harness.refused(people.worker, calls.withdraw, acted)
    expect(answer.message).toBe('已有人办理，不能撤回')
  })

  it('is voided by its starter, or by who keeps the processes', async () => {
    const first = await leave()
    const reason = { auditOpinion: '不再需要' }
    await harness.call(people.worker, calls.end, { ...first, ...reason })
    const again = await harness.refused(people.worker, calls.end, { ...first, ...reason })
    expect(again.message).toBe('流程已结束')
    const second = await leave()
    expect((await harness.refused(people.master, calls.end, { ...second, ...reason })).message).toBe(
      '只有发起人或流程管理员可以作废',
    )
    await harness.call(people.keeper.token, calls.end, { ...second, ...reason })
    expect(await detail(people.worker, second.processInstanceId)).toMatchObject({ status: 'voided' })
  })

  it('is shown with what was done and who holds it', async () => {
    const { processInstanceId } = await leave()
    const drawn = async () => {
      const image = await harness.call(people.worker, calls.diagram, { processInstanceId })
      return Buffer.from(image.split(',')[1]!, 'base64').toString()
    }
    const marks = (svg: string) =>
      Object.fromEntries(
        [...svg.matchAll(/class="bpmn-(?:node bpmn-\w+|flow) bpmn-(\w+)" data-id="(\w+)"/g)].map(
          ([, mark, id]) => [id, mark],
        ),
      )
    const before = await drawn()
    expect(before).toContain('master')
    expect(marks(before)).toMatchObject({ start: 'done', flow_1: 'done', review: 'current', large: 'idle' })
    await approve(people.master, processInstanceId)
    expect(marks(await drawn())).toMatchObject({
      review: 'done',
      flow_3: 'done',
      approval: 'current',
      end: 'idle',
    })
  })

  it('is nobody’s business who has no part in it', async () => {
    const { id, processInstanceId } = await leave()
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    for (const token of [people.colleague, people.outsider, people.eastMaster, stranger]) {
      for (const call of [calls.detail, calls.activities, calls.diagram])
        expect((await harness.refused(token, call, { processInstanceId })).message).toBe(
          '数据不存在或无权查看',
        )
      expect((await harness.refused(token, oaCalls.detail, { id })).message).toBe('数据不存在或无权查看')
    }
    const own = await step(people.master, processInstanceId)
    const given = {
      ...own,
      outcome: 'approve',
      opinion: '',
      auditOpinion: '理由',
      personId: idOf('worker'),
      when: 'after',
    }
    const steps = [calls.complete, calls.claim, calls.giveBack, calls.transfer, calls.addSigner]
    for (const call of steps) {
      expect((await harness.refused(people.colleague, call, given as never)).message).toBe(
        '您不是该环节的办理人',
      )
      expect((await harness.refused(people.outsider, call, given as never)).message).not.toBe('')
    }
    expect(await todoOf(people.master, processInstanceId)).toBeDefined()
  })
})

it('what one started is listed with its open steps, or when it ended', async () => {
  const running = await leave(people.colleague)
  const ended = await leave(people.colleague)
  await harness.call(people.colleague, calls.withdraw, { processInstanceId: ended.processInstanceId })
  const { pageList } = await harness.call(people.colleague, calls.page, { box: 'started', size: 2 })
  expect(pageList).toMatchObject([
    { processInstanceId: ended.processInstanceId, step: '', status: 'withdrawn', taskId: null },
    {
      processInstanceId: running.processInstanceId,
      step: '部门负责人审批',
      status: 'running',
      dueTime: null,
    },
  ])
  const others = await harness.call(people.worker, calls.page, { box: 'started', size: 500 })
  expect(others.pageList.map((each) => each.processInstanceId)).not.toContain(running.processInstanceId)
})

it('the lists are counted', async () => {
  const before = await harness.call(people.colleague, calls.counts, {})
  await leave(people.colleague)
  expect(await harness.call(people.colleague, calls.counts, {})).toEqual({
    ...before,
    started: before.started + 1,
  })
})
