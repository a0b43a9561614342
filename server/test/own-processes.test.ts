import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { delegationCalls } from '@heliodesk/contract/delegations.ts'
import { oaFormCalls } from '@heliodesk/contract/oa-forms.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { crew } from './crew.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator, useSignedIn } from './hire.ts'
import { toWireTime } from '../src/kernel/wire-time.ts'
import { drawn } from '../src/modules/workflow/diagram.fixture.ts'
import { gateway, signed, sketch, step } from '../src/modules/workflow/engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  ...crew,
  near: { username: 'own.near', codes: ['order:export'], depCode: 'A01A02A01' },
  far: { username: 'own.far', codes: ['order:export'], depCode: 'A01A01' },
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
let admin = ''
beforeAll(async () => {
  admin = await signInAdministrator(harness, harness.tenant)
})

let made = 0
/** Starts a process of the company's own with a form of the company's own. */
async function started(nodes: Record<string, string>, flows: readonly string[]) {
  made += 1
  const key = `own_process${made}`
  const named = { key, name: '用车', prefix: `OP${String.fromCharCode(64 + made)}` }
  const { id, version } = await harness.call(admin, oaFormCalls.add, { ...named, process: 'head' })
  const fields = [{ kind: 'text', key: 'place', label: '目的地', max: 50 }]
  const definition = { name: '用车', title: '{applicant}用车', fields } as never
  const saved = await harness.call(admin, oaFormCalls.edit, { id, version, definition })
  await harness.call(admin, oaFormCalls.publish, { id, version: saved.version, note: '' })
  await harness.call(admin, workflowCalls.deploy, { xml: drawn(sketch(nodes, flows, key)) })
  return harness.call(people.worker, oaCalls.apply, { request: { kind: key, form: { place: '红柳沟' } } })
}

const rowOf = async (token: string, box: 'todo' | 'started' | 'done', processInstanceId: string) => {
  const { pageList } = await harness.call(token, calls.page, { box, size: 500 })
  return pageList.find((each) => each.processInstanceId === processInstanceId)
}
const detail = (token: string, processInstanceId: string) =>
  harness.call(token, calls.detail, { processInstanceId })
const taskOf = async (token: string, processInstanceId: string) => {
  const { steps } = await detail(token, processInstanceId)
  return { processInstanceId, taskId: steps.find(({ isMine }) => isMine)!.taskId }
}
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

describe('what a step forbids', () => {
  const inMinutes = (count: number) => toWireTime(new Date(Date.now() + count * 60_000), 'Asia/Shanghai')
  const delegate = (token: string, delegateId: string) =>
    harness.call(token, delegationCalls.add, { delegateId, startTime: inMinutes(-1), endTime: inMinutes(60) })

  it('is refused by its rule, and not offered', async () => {
    const denied = 'giveBack,transfer,addSigner,withdraw,void'
    const { processInstanceId } = await started(
      { first: by('worker'), a: by('master', `wf:denied="${denied}"`) },
      ['start > first', 'first > a', 'a > end'],
    )
    await decide(people.worker, processInstanceId)
    const own = await taskOf(people.master, processInstanceId)
    const colleague = { personId: idOf('colleague'), opinion: '' }
    const auditOpinion = '不行'
    for (const [token, call, input, verb] of [
      [people.master, calls.giveBack, { ...own, auditOpinion }, '退回'],
      [people.master, calls.transfer, { ...own, ...colleague }, '转办'],
      [people.master, calls.addSigner, { ...own, ...colleague, when: 'before' }, '加签'],
      [people.worker, calls.withdraw, { processInstanceId }, '撤回'],
      [people.worker, calls.end, { processInstanceId, auditOpinion }, '作废'],
    ] as const)
      expect((await harness.refused(token, call, input as never)).message).toBe(`“a”不允许${verb}`)
    expect(await detail(people.worker, processInstanceId)).toMatchObject({
      canVoid: false,
      canWithdraw: false,
    })
    expect(await detail(people.master, processInstanceId)).toMatchObject({
      returnTargets: [],
      steps: [{ denied: denied.split(',') }],
    })
    expect(await rowOf(people.master, 'todo', processInstanceId)).toMatchObject({ denied: denied.split(',') })
    // Who keeps the processes is not bound by it.
    await harness.call(admin, calls.end, { processInstanceId, auditOpinion })
    expect(await detail(people.worker, processInstanceId)).toMatchObject({ status: 'voided' })
  })

  it('keeps a step from those who stand in for somebody', async () => {
    await delegate(people.master, idOf('colleague'))
    const flows = ['start > a', 'a > end']
    const free = await started({ a: by('master') }, flows)
    const bound = await started({ a: by('master', 'wf:denied="delegate"') }, flows)
    const { pageList } = await harness.call(people.colleague, calls.page, { box: 'delegated', size: 500 })
    const shown = pageList.map((row) => row.processInstanceId)
    expect(shown).toContain(free.processInstanceId)
    expect(shown).not.toContain(bound.processInstanceId)
    const own = await taskOf(people.master, bound.processInstanceId)
    const decision = { ...own, outcome: 'approve', opinion: '' } as const
    expect((await harness.refused(people.colleague, calls.complete, decision)).message).toBe('“a”不允许委托')
    await decide(people.colleague, free.processInstanceId)
  })
})
