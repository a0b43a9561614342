import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { askForLeave, crew } from '../../../test/crew.ts'
import { useHarness } from '../../../test/harness.ts'
import { signInAdministrator, useSignedIn } from '../../../test/hire.ts'
import { runNext, skipWait } from '../../../test/job-tools.ts'
import { timer } from './instances/moving.ts'
import { drawn } from './diagram.fixture.ts'
import { gateway, sketch, step } from './engine/process.fixture.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  ...crew,
  eastMaster: 'a_east_master',
  shift: 'a_shift',
  keeper: { username: 'copies.keeper', codes: ['workflow:manage'], hasAllData: true },
  checker: { username: 'copies.checker', codes: ['order:check'], depCode: 'A01A02A01' },
  farChecker: { username: 'copies.far', codes: ['order:check'], depCode: 'A01A01' },
  gone: { username: 'copies.gone', codes: ['order:check'], depCode: 'A01A02A01' },
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
beforeAll(() => harness.owner.query(`update app_user set status = '2' where username = 'copies.gone'`))

const review = '<bpmn:userTask id="%id" name="审批" wf:candidateHeads="starter" />'
const work = step('starter')
const tell = (who: string) => `<bpmn:sendTask id="%id" name="告知" ${who} />`
const quoted = (...posts: string[]) => `[${posts.map((post) => `&quot;${idOf(post)}&quot;`).join(', ')}]`

const deploy = (nodes: Record<string, string>, flows: readonly string[], key = 'leave') =>
  harness.call(people.keeper.token, workflowCalls.deploy, { xml: drawn(sketch(nodes, flows, key)) })

/** A leave whose steps come one after the other. */
async function askedFor(nodes: Record<string, string>) {
  await deploy(nodes, [['start', ...Object.keys(nodes), 'end'].join(' > ')])
  const { processInstanceId } = await askForLeave(harness, people.worker)
  return { processInstanceId }
}

/** The head of the department has to agree; the copy step comes after that. */
const asking = (who: string) => askedFor({ review, tell: tell(who), work })

async function approved(who: string) {
  const asked = await asking(who)
  expect((await detail(asked)).copies).toEqual([])
  await complete(people.master, asked)
  return asked
}

type Asked = { processInstanceId: string }
const detail = (asked: Asked, token = people.worker) => harness.call(token, calls.detail, asked)
const taskOf = async (token: string, asked: Asked) =>
  (await detail(asked, token)).steps.find(({ isMine }) => isMine)!.taskId

async function complete(token: string, asked: Asked) {
  const decision = { ...asked, taskId: await taskOf(token, asked), outcome: 'approve' as const }
  await harness.call(token, calls.complete, decision)
}

const lines = async (asked: Asked) =>
  (await harness.call(people.worker, calls.activities, asked)).map(({ content }) => content)
const copyLines = async (asked: Asked) => (await lines(asked)).filter((line) => line.startsWith('告知'))

const copied = async (token: string, { processInstanceId }: Asked) => {
  const { pageList } = await harness.call(token, calls.page, { box: 'copied', size: 100 })
  return pageList.find((row) => row.processInstanceId === processInstanceId)
}

/** Who finds it in 抄送我的, of everybody in this test. */
async function receivers(asked: Asked): Promise<string[]> {
  const found: string[] = []
  for (const [name, person] of Object.entries(people)) {
    if (name === 'gone') continue
    if (await copied(typeof person === 'string' ? person : person.token, asked)) found.push(name)
  }
  return found
}

describe('a copy step', () => {
  it('gives a copy to exactly those it names who may see the place, and the process goes on', async () => {
    const asked = await approved(
      `wf:candidateUsers="${quoted('colleague', 'outsider')}" wf:candidateRoles="r10020,r10025,r10030" wf:candidateHeads="starter"`,
    )
    // The starter has one of the roles, and is not named.
    expect((await receivers(asked)).toSorted()).toEqual(['colleague', 'master', 'shift'])
    expect(await detail(asked)).toMatchObject({
      steps: [{ name: 'work' }],
      copies: ['colleague', 'master', 'shift'].map(() => ({ readTime: null })),
    })
    expect(await copied(people.colleague, asked)).toMatchObject({ isUnread: true, taskId: null })
    expect(await detail(asked, people.shift)).toMatchObject({ isUnread: true, canCopy: false })
    const { rows } = await harness.owner.query(
      `select from process_copy where instance_id = $1 and (copied_by is not null or tenant_id <> $2)`,
      [asked.processInstanceId, harness.tenant.tenantId],
    )
    expect(rows).toEqual([])
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    expect((await harness.call(stranger, calls.page, { box: 'copied' })).pageList).toEqual([])
  })

  it('gives one to who holds a permission and is at work, and to the starter where they are named', async () => {
    const byRight = await approved('wf:candidateRights="order:check"')
    const found = await receivers(byRight)
    expect(found).toContain('checker')
    for (const name of ['farChecker', 'outsider', 'worker']) expect(found).not.toContain(name)
    const { rows } = await harness.owner.query(
      `select from process_copy where instance_id = $1 and user_id = $2`,
      [byRight.processInstanceId, people.gone.id],
    )
    expect(rows).toEqual([])
    expect(await receivers(await approved('wf:assignee="starter"'))).toEqual(['worker'])
  })

  it('is told in the history as the process’s own, with the name of the step', async () => {
    const asked = await approved(`wf:candidateUsers="${quoted('colleague', 'shift')}"`)
    expect(await copyLines(asked)).toEqual(['告知 · 抄送给甲公司colleague、甲公司shift'])
    const image = await harness.call(people.worker, calls.diagram, asked)
    const svg = Buffer.from(image.split(',')[1]!, 'base64').toString()
    expect(svg).toMatch(
      /class="bpmn-node bpmn-copy bpmn-done" data-id="tell"><title>告知\n[^<]*colleague、[^<]*shift/,
    )
    const { moments } = await harness.call(people.worker, calls.moments, asked)
    const last = moments.findLast(({ content }) => content.startsWith('告知'))!
    expect(last.specialParameters).toMatchObject({ node: 'tell', person: '' })
    expect(last.changes.find(({ id }) => id === 'tell')?.mark).toBe('done')
  })

  it.each([
    ['a role that nobody has', 'wf:candidateRoles="r404"'],
    ['a field that the form has not', 'wf:candidateUsers="nothing"'],
    ['the head of a department that is none', 'wf:candidateHeads="remark"'],
    ['a name that is no id', 'wf:assignee="remark"'],
  ])('that names %s holds nothing up, and says so', async (_, who) => {
    const asked = await approved(who)
    expect(await copyLines(asked)).toEqual(['告知 · 没有可抄送的人'])
    expect((await detail(asked)).steps).toMatchObject([{ name: 'work' }])
    await complete(people.worker, asked)
    expect((await detail(asked)).status).toBe('completed')
  })

  it('that is come to again gives no second copy, and what was read stays read', async () => {
    const asked = await approved(`wf:candidateUsers="${quoted('colleague')}"`)
    await harness.call(people.colleague, calls.markRead, asked)
    const taskId = await taskOf(people.worker, asked)
    await harness.call(people.worker, calls.giveBack, { ...asked, taskId, auditOpinion: '再看看' })
    await complete(people.master, asked)
    expect(await receivers(asked)).toEqual(['colleague'])
    expect(await copied(people.colleague, asked)).toMatchObject({ isUnread: false })
    expect(await copyLines(asked)).toHaveLength(1)
  })

  it('adds nobody who has a copy already', async () => {
    const asked = await asking(`wf:candidateUsers="${quoted('colleague', 'shift')}"`)
    await harness.call(people.worker, calls.copyTo, { ...asked, personIds: [idOf('colleague')] })
    await complete(people.master, asked)
    expect(await receivers(asked)).toEqual(['colleague', 'shift'])
    expect(await copyLines(asked)).toEqual([expect.stringContaining('shift')])
    const again = { ...asked, personIds: [idOf('shift')] }
    expect((await harness.refused(people.worker, calls.copyTo, again)).message).toBe('所选人员都已收到抄送')
  })

  it('has its effect once where the call is sent twice, and where two agree at once', async () => {
    const asked = await asking(`wf:candidateUsers="${quoted('colleague')}"`)
    const body = { ...asked, taskId: await taskOf(people.master, asked), outcome: 'approve' }
    const send = (key: string) =>
      harness.request('POST', calls.complete.path, {
        token: people.master,
        body,
        headers: { 'idempotency-key': key },
      })
    await Promise.all(['copy-step-0001', 'copy-step-0001', 'copy-step-0002'].map((key) => send(key)))
    expect(await copyLines(asked)).toHaveLength(1)
    expect((await detail(asked)).copies).toHaveLength(1)
  })

  it('gives its copies where a timer comes to it, and at the start of a process', async () => {
    const wait =
      '<bpmn:intermediateCatchEvent id="%id"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>'
    const who = (post: string) => tell(`wf:candidateUsers="${quoted(post)}"`)
    const asked = await askedFor({ first: who('colleague'), wait, tell: who('shift'), work })
    expect(await receivers(asked)).toEqual(['colleague'])
    await skipWait(harness, timer)
    expect(await runNext(harness, timer)).toBe(true)
    expect((await receivers(asked)).toSorted()).toEqual(['colleague', 'shift'])
  })

  it('gives its copies before a refusal ends the process, which stays refused', async () => {
    await deploy(
      {
        review,
        reviewed: gateway('exclusive'),
        tell: tell(`wf:candidateUsers="${quoted('colleague')}"`),
        refused: '<bpmn:endEvent id="%id" name="未通过" />',
      },
      [
        'start > review',
        'review > reviewed',
        'reviewed > end ? review.outcome = "approve"',
        'reviewed > tell !',
        'tell > refused',
      ],
    )
    const { processInstanceId } = await askForLeave(harness, people.worker)
    const asked = { processInstanceId }
    const taskId = await taskOf(people.master, asked)
    await harness.call(people.master, calls.complete, {
      ...asked,
      taskId,
      outcome: 'reject',
      opinion: '不行',
    })
    expect(await copied(people.colleague, asked)).toMatchObject({ status: 'refused' })
  })
})

describe('the check of a process', () => {
  const lint = async (nodes: Record<string, string>, flows: readonly string[], key: string) =>
    harness.call(people.keeper.token, workflowCalls.lint, { key, xml: drawn(sketch(nodes, flows, key)) })
  const flows = ['start > tell', 'tell > end']

  it('refuses copies of orders, which who may not see an order must not get', async () => {
    const xml = drawn(sketch({ tell: tell('wf:assignee="starter"') }, flows, 'work_order'))
    const reason = '会把工单抄送给看不到它的人，不能用于工单流程'
    expect((await harness.refused(people.keeper.token, workflowCalls.deploy, { xml })).message).toContain(
      `“告知”${reason}`,
    )
    expect(
      await harness.call(people.keeper.token, workflowCalls.lint, { key: 'work_order', xml }),
    ).toContainEqual({
      level: 'error',
      element: 'tell',
      name: '告知',
      text: reason,
    })
  })

  it('warns of people who are not there, and refuses a copy for nobody', async () => {
    expect(await lint({ tell: tell('wf:candidateRoles="r404"') }, flows, 'own')).toMatchObject([
      { level: 'warning', element: 'tell', text: '的抄送角色“r404”不存在' },
    ])
    expect(await lint({ tell: tell('wf:assignee="&quot;999999&quot;"') }, flows, 'own')).toMatchObject([
      { level: 'warning', element: 'tell', text: '指定的人员中有人已停用或不存在' },
    ])
    expect(await lint({ tell: tell('') }, flows, 'own')).toMatchObject([
      { level: 'error', element: 'tell', text: '没有指定抄送人' },
    ])
  })

  it('names who would get a copy, and does not stop where nobody would', async () => {
    const rehearse = async (who: string) => {
      const xml = sketch({ tell: tell(who), work }, ['start > tell > work > end'])
      return harness.call(people.keeper.token, workflowCalls.rehearse, {
        xml,
        starterId: idOf('worker'),
        values: {},
      })
    }
    expect(
      await rehearse(`wf:candidateUsers="${quoted('outsider', 'shift')}" wf:candidateRoles="r10030"`),
    ).toMatchObject({
      path: [
        { kind: 'copy', name: '告知', people: [{ id: idOf('shift') }, { id: idOf('colleague') }], total: 2 },
        { kind: 'step', name: 'work' },
      ],
      ended: true,
      problem: null,
    })
    expect(await rehearse('wf:candidateRoles="r404"')).toMatchObject({
      path: [{ kind: 'copy', people: [], problem: null }, { kind: 'step' }],
      ended: true,
    })
  })
})

it('a step that fails takes its copies back', async () => {
  await deploy({ tell: tell('wf:candidateUsers="starter"'), work: step('nobody') }, [
    'start > tell > work > end',
  ])
  const before = (await harness.owner.query('select from process_copy')).rowCount
  const form = { kind: 'annual', from: '2027-01-04', until: '2027-01-08', days: 5, remark: '探亲' }
  expect(
    (await harness.refused(people.worker, oaCalls.apply, { request: { kind: 'leave', form } })).message,
  ).toContain('没有可办理的人')
  expect((await harness.owner.query('select from process_copy')).rowCount).toBe(before)
})
