import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { describe, expect, it } from 'vitest'
import { crew } from './crew.ts'
import { useHarness } from './harness.ts'
import { useSignedIn } from './hire.ts'
import { startOwnProcess, taskOf as ofHarness } from './own-process.ts'
import { gateway, signed, step } from '../src/modules/workflow/engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  ...crew,
  near: { username: 'own.near', codes: ['order:export'], depCode: 'A01A02A01' },
  far: { username: 'own.far', codes: ['order:export'], depCode: 'A01A01' },
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id

const started = (nodes: Record<string, string>, flows: readonly string[]) =>
  startOwnProcess(harness, people.worker, nodes, flows)

const rowOf = async (token: string, box: 'todo' | 'started' | 'done', processInstanceId: string) => {
  const { pageList } = await harness.call(token, calls.page, { box, size: 500 })
  return pageList.find((each) => each.processInstanceId === processInstanceId)
}
const detail = (token: string, processInstanceId: string) =>
  harness.call(token, calls.detail, { processInstanceId })
const taskOf = (token: string, processInstanceId: string) => ofHarness(harness, token, processInstanceId)
const decide = async (token: string, instance: string, outcome: 'approve' | 'reject' = 'approve') =>
  harness.call(token, calls.complete, { ...(await taskOf(token, instance)), outcome, opinion: '看过' })

const by = (post: string, more = '') => step(`"${idOf(post)}"`, more)

describe('a request that ends by a refusal', () => {
  it('is refused in lists, detail, history, picture, filters and its own row', async () => {
    const { id, processInstanceId } = await started(
      { a: by('master'), which: gateway('exclusive'), no: '<bpmn:endEvent id="%id" />' },
      ['start > a', 'a > which', 'which > end ? a.outcome = "approve"', 'which > no !'],
    )
    await decide(people.master, processInstanceId, 'reject')
    expect(await rowOf(people.worker, 'started', processInstanceId)).toMatchObject({ status: 'refused' })
    expect(await detail(people.master, processInstanceId)).toMatchObject({ status: 'refused', steps: [] })
    expect(await harness.call(people.worker, oaCalls.detail, { id })).toMatchObject({ status: 'refused' })
    const activities = await harness.call(people.worker, calls.activities, { processInstanceId })
    expect(activities[0]).toMatchObject({ content: '流程结束：已驳回', color: 'red' })
    const image = await harness.call(people.worker, calls.diagram, { processInstanceId })
    const svg = Buffer.from(image.split(',')[1]!, 'base64').toString()
    expect(svg).toContain('class="bpmn-node bpmn-end bpmn-back" data-id="no"')
    const { moments } = await harness.call(people.worker, calls.moments, { processInstanceId })
    expect(moments.at(-1)!.changes).toContainEqual(expect.objectContaining({ id: 'no', mark: 'back' }))
  })
})

describe('a step for those who hold a permission', () => {
  it('is offered to them within their reach, and taken by them only', async () => {
    const { processInstanceId } = await started(
      { a: '<bpmn:userTask id="%id" name="%id" wf:candidateRights="order:export" />' },
      ['start > a', 'a > end'],
    )
    const { near, far, colleague } = people
    const offered = await Promise.all(
      [near.token, far.token, colleague].map((token) => rowOf(token, 'todo', processInstanceId)),
    )
    expect(offered.map((row) => row !== undefined)).toEqual([true, false, false])
    const task = await taskOf(near.token, processInstanceId)
    for (const [token, says] of [
      [far.token, '数据不存在或无权查看'],
      [colleague, '您不是该环节的办理人'],
    ] as const)
      expect((await harness.refused(token, calls.complete, { ...task, outcome: 'approve' })).message).toBe(
        says,
      )
    await decide(near.token, processInstanceId)
    expect(await detail(people.worker, processInstanceId)).toMatchObject({ status: 'completed' })
  })
})

describe('the list of to-dos', () => {
  const offeredTo = (actors: string) => `<bpmn:userTask id="%id" name="%id" ${actors} />`
  const worker = () => `wf:candidateUsers="[&quot;${idOf('worker')}&quot;]"`
  it.each<[what: string, task: () => string]>([
    ['held by one', () => by('worker')],
    ['offered to people', worker],
    ['offered to a role', () => offeredTo('wf:candidateRoles="r10030,r10020"')],
    ['offered by a permission', () => offeredTo('wf:candidateRights="order:export"')],
    ['offered to a role and a person', () => offeredTo(`wf:candidateRoles="r10030" ${worker()}`)],
    ['offered to a head', () => offeredTo('wf:candidateHeads="starter"')],
  ])('has a step %s exactly where the step says so', async (_what, task) => {
    const steps = { a: task().startsWith('<') ? task() : offeredTo(task()) }
    const { processInstanceId } = await started(steps, ['start > a', 'a > end'])
    const everybody = Object.values(people).map((each) => (typeof each === 'string' ? each : each.token))
    const listed = async () =>
      Promise.all(
        everybody.map(async (token) => (await rowOf(token, 'todo', processInstanceId)) !== undefined),
      )
    const said = async () =>
      Promise.all(
        everybody.map(async (token) => {
          const read = await detail(token, processInstanceId).catch(() => null)
          return read?.steps.some(({ isMine }) => isMine) ?? false
        }),
      )
    expect(await listed()).toEqual(await said())
    expect(await listed()).toContain(true)
    const holder = everybody[(await listed()).indexOf(true)]!
    const claimed = { processInstanceId, taskId: (await taskOf(holder, processInstanceId)).taskId }
    if (!steps.a.includes('assignee')) await harness.call(holder, calls.claim, claimed)
    expect(await listed()).toEqual(await said())
    expect((await listed()).filter(Boolean)).toHaveLength(1)
  })
})

describe('a step that several people sign', () => {
  it.each([
    ['nrRejected >= 1', 3],
    ['nrApproved >= 2', 2],
    ['', null],
  ])('says how many of how many have decided, and with “%s” that it takes %s', async (decided, needed) => {
    const list = `[${['colleague', 'master', 'manager'].map((post) => `"${idOf(post)}"`).join()}]`
    const { processInstanceId } = await started({ a: signed(list.replaceAll('"', '&quot;'), { decided }) }, [
      'start > a',
      'a > end',
    ])
    await decide(people.master, processInstanceId)
    const far = { done: 1, of: 3, needed }
    for (const [token, box] of [
      [people.manager, 'todo'],
      [people.worker, 'started'],
    ] as const)
      expect(await rowOf(token, box, processInstanceId)).toMatchObject({
        countersigns: [{ step: 'a', ...far }],
      })
    expect(await detail(people.manager, processInstanceId)).toMatchObject({
      steps: [{ countersign: far }, { countersign: far }],
    })
    const image = await harness.call(people.worker, calls.diagram, { processInstanceId })
    expect(Buffer.from(image.split(',')[1]!, 'base64').toString()).toContain('会签 1/3')
    expect((await rowOf(people.master, 'done', processInstanceId))!.countersigns).toEqual([])
  })
})
