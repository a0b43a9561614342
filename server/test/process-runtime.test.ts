import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { processRuntimeCalls as calls } from '@heliodesk/contract/process-runtime.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from './harness.ts'
import { signInAdministrator, useSignedIn } from './hire.ts'
import { runNext, skipWait } from './job-tools.ts'
import { deploySketch, startSketch } from './start-process.ts'
import { step, timerAt } from '../src/modules/workflow/engine/process.fixture.ts'
import { service, timer } from '../src/modules/workflow/index.ts'
import { addServiceTables } from '../src/modules/workflow/instances/services.fixture.ts'
import { migration } from '../src/modules/process-runtime/migration.ts'

const harness = useHarness()
const people = useSignedIn(harness, {
  worker: 'a_worker',
  colleague: 'a_colleague',
  keeper: { username: 'runtime.keeper', codes: ['workflow:manage'] },
  elsewhere: { username: 'runtime.elsewhere', codes: ['workflow:manage'], depCode: 'A01A01' },
  leaver: { username: 'runtime.leaver', codes: ['order:list'], hasAllData: true },
})
beforeAll(() => addServiceTables(harness))
afterEach(async () => {
  await harness.owner.query(`truncate job; update app_user set status = '1'`)
})
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
const keeper = () => people.keeper.token
const why = { auditOpinion: '人员变动' }

const start = (nodes: Record<string, string>, flows: readonly string[], key: string) =>
  startSketch(harness, [nodes, flows, key], {
    a: idOf('worker'),
    b: idOf('colleague'),
    leaver: people.leaver.id,
  })
const deployOnly = (nodes: Record<string, string>, flows: readonly string[], key: string) =>
  deploySketch(harness, nodes, flows, key)

const line = ['start > work', 'work > check', 'check > end']
const page = async (input: object = {}, token = keeper()) =>
  (await harness.call(token, calls.page, { size: 500, ...input })).pageList
const pageOf = async (id: string, input: object = {}) => (await page(input)).find((each) => each.id === id)
const problems = (processInstanceId: string, token = keeper()) =>
  harness.call(token, calls.problems, { processInstanceId })
const complete = async (token: string, processInstanceId: string) => {
  const { steps } = await harness.call(token, approvalCalls.detail, { processInstanceId })
  const { taskId } = steps.find(({ isMine }) => isMine)!
  await harness.call(token, approvalCalls.complete, { processInstanceId, taskId, outcome: 'approve' })
}
const activities = async (processInstanceId: string) =>
  (await harness.call(keeper(), approvalCalls.activities, { processInstanceId })).map(
    ({ content, message }) => [content, message].filter(Boolean).join(' | '),
  )
const versionIds = async (key: string) =>
  (
    await harness.owner.query<{ id: string }>(
      'select id from process_definition where tenant_id = $1 and key = $2 order by version',
      [harness.tenant.tenantId, key],
    )
  ).rows.map(({ id }) => id)

describe('a step that nobody can do', () => {
  it('shows with the reason once it is found, and is gone when it is given to somebody', async () => {
    const id = await start({ work: step('leaver'), check: step('b') }, line, 'left')
    await harness.call(keeper(), calls.check, {})
    expect(await pageOf(id)).toMatchObject({ problems: [], step: 'work', version: 1 })
    await harness.owner.query(`update app_user set status = '2' where id = $1`, [people.leaver.id])
    const { found } = await harness.call(keeper(), calls.check, {})
    expect(found).toBe(1)
    expect(await pageOf(id, { state: 'stuck' })).toMatchObject({ problems: ['“work”办理人已停用'] })
    expect(await pageOf(id, { state: 'normal' })).toBeUndefined()
    const { tasks } = await problems(id)
    expect(tasks).toMatchObject([{ name: 'work', problem: '办理人已停用', returnTargets: [] }])
    const given = { processInstanceId: id, taskId: tasks[0]!.taskId, ...why }
    const outsider = { ...given, personId: idOf('outsider') }
    expect((await harness.refused(keeper(), calls.reassign, outsider)).message).toContain('数据范围不包含')
    await harness.call(keeper(), calls.reassign, { ...given, personId: idOf('worker') })
    expect(await pageOf(id)).toMatchObject({ problems: [] })
    expect((await activities(id))[1]).toMatch(/^work · runtime\.keeper · 改派给.* \| 人员变动$/)
    await complete(people.worker, id)
    expect(await pageOf(id)).toMatchObject({ step: 'check' })
  })

  it('can go back to a step before, to whoever is still there, or be ended', async () => {
    const id = await start({ work: step('a'), check: step('leaver') }, line, 'back')
    await complete(people.worker, id)
    const [task] = (await problems(id)).tasks
    expect(task).toMatchObject({ name: 'check', returnTargets: [{ node: 'work', name: 'work' }] })
    const back = { processInstanceId: id, branch: task!.token, ...why }
    expect((await harness.refused(keeper(), calls.sendBack, { ...back, node: 'end' })).message).toBe(
      '不能退回到该环节',
    )
    await harness.call(keeper(), calls.sendBack, { ...back, node: 'work' })
    expect(await pageOf(id)).toMatchObject({ step: 'work' })
    expect((await activities(id))[1]).toBe('check · runtime.keeper · 退回到work | 人员变动')
    await harness.call(keeper(), approvalCalls.end, { processInstanceId: id, ...why })
    expect(await pageOf(id)).toBeUndefined()
  })
})

describe('a service that was given up', () => {
  const nodes = {
    work: step('a'),
    serve: `<bpmn:serviceTask id="%id" name="通知业主" wf:handler="broken" wf:async="true" />`,
    check: step('b'),
  }
  const flows = ['start > work', 'work > serve', 'serve > check', 'check > end']
  const giveUp = async () => {
    const id = await start(nodes, flows, 'broken')
    await complete(people.worker, id)
    for (let attempt = 1; attempt <= 5; attempt++) {
      await runNext(harness, service)
      if (attempt < 5) await skipWait(harness, service)
    }
    return id
  }

  it('shows why, and goes on when what it needs was repaired', async () => {
    const id = await giveUp()
    const problem = '服务“通知业主”试了 5 次后放弃：the other system answers 503'
    expect(await pageOf(id, { state: 'stuck' })).toMatchObject({ problems: [problem] })
    const [incident] = (await problems(id)).incidents
    expect(incident).toMatchObject({ name: '通知业主', attempts: 5, returnTargets: [{ node: 'work' }] })
    await harness.owner.query(
      `insert into test_service select 'repaired', business_id from process_instance where id = $1`,
      [id],
    )
    const { token, node } = incident!
    await harness.call(keeper(), calls.retry, { processInstanceId: id, branch: token, node, ...why })
    expect(await pageOf(id)).toMatchObject({ problems: [] })
    const again = await harness.refused(keeper(), calls.retry, {
      processInstanceId: id,
      branch: token,
      node,
      ...why,
    })
    expect(again.message).toBe('该问题已解决，请刷新')
    expect(await runNext(harness, service)).toBe(true)
    expect(await pageOf(id)).toMatchObject({ step: 'check' })
    expect((await activities(id)).slice(1, 3)).toEqual([
      'runtime.keeper · 重试通知业主 | 人员变动',
      '放弃通知业主 | the other system answers 503',
    ])
  })

  it('is skipped, or the instance goes back before it, once', async () => {
    const id = await giveUp()
    const { token, node } = (await problems(id)).incidents[0]!
    const skipping = () =>
      harness.request('POST', calls.skip.path, {
        token: keeper(),
        body: { processInstanceId: id, branch: token, node, ...why },
      })
    const answers = await Promise.all([skipping(), skipping()])
    expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(1)
    expect(await pageOf(id)).toMatchObject({ step: 'check', problems: [] })
    const other = await giveUp()
    const incident = (await problems(other)).incidents[0]!
    await harness.call(keeper(), calls.sendBack, {
      processInstanceId: other,
      branch: incident.token,
      node: 'work',
      ...why,
    })
    expect(await pageOf(other)).toMatchObject({ step: 'work', problems: [] })
  })
})

it('running instances are counted by version, found by name, and overdue ones listed', async () => {
  const id = await start({ work: step('a', 'wf:due="PT0S"'), check: step('b') }, line, 'overdue')
  const [definitionId] = await versionIds('overdue')
  expect(await pageOf(id, { state: 'overdue', key: 'overdue' })).toMatchObject({ isOverdue: true })
  expect(await page({ definitionId, keyword: 'OVERDUE' })).toHaveLength(1)
  expect(await page({ definitionId, keyword: 'nothing' })).toEqual([])
  const versions = await harness.call(keeper(), calls.versions, {})
  expect(versions.find((each) => each.definitionId === definitionId)).toMatchObject({
    key: 'overdue',
    version: 1,
    running: 1,
    stuck: 0,
  })
})

it('a timer that was given up is tried again or left behind, never skipped', async () => {
  const nodes = { work: step('a'), late: timerAt('work', { duration: 'PT0S' }), next: step('nobody') }
  const id = await start(nodes, ['start > work', 'work > end', 'late > next', 'next > end'], 'timer_lost')
  await runNext(harness, timer)
  const [incident] = (await problems(id)).incidents
  expect(incident).toMatchObject({ kind: 'timer', reason: '“next”没有可办理的人' })
  const branch = { processInstanceId: id, branch: incident!.token, node: incident!.node, ...why }
  const { message } = await harness.refused(keeper(), calls.skip, branch)
  expect(message).toBe('计时不能跳过，可重试、退回或作废')
  await harness.call(keeper(), calls.retry, branch)
  expect((await problems(id)).incidents).toEqual([])
})

describe('a migration', () => {
  const runAll = async () => {
    while (await runNext(harness, migration));
  }

  it('takes along who fits, refuses the others with the reason, and notes each', async () => {
    const nodes = { work: step('a'), check: step('b'), late: timerAt('check', { duration: 'P3D' }) }
    const first = await start(nodes, [...line, 'late > end'], 'moved')
    const second = await start(nodes, [...line, 'late > end'], 'moved')
    await complete(people.worker, second)
    await deployOnly(
      { work: step('a'), review: step('b'), overdue: timerAt('review', { duration: 'P3D' }) },
      ['start > work', 'work > review', 'review > end', 'overdue > end'],
      'moved',
    )
    const [fromId, toId] = await versionIds('moved')
    const wanted = { fromId: fromId!, toId: toId! }
    const preview = await harness.call(keeper(), calls.previewMigration, wanted)
    expect(preview).toMatchObject({
      total: 2,
      able: 1,
      refused: [
        {
          processInstanceId: second,
          reasons: ['“check”在新版本中不存在', '“late”的计时在新版本中不存在'],
        },
      ],
      unmatched: [{ node: 'check', name: 'check', kind: '人工环节' }],
    })
    const { migrationId, total } = await harness.call(keeper(), calls.migrate, { ...wanted, ...why })
    expect(total).toBe(2)
    const detail = () => harness.call(keeper(), calls.migration, { migrationId })
    expect(await detail()).toMatchObject({ total: 2, waiting: 2 })
    await runAll()
    expect(await detail()).toMatchObject({
      waiting: 0,
      done: 1,
      refused: 1,
      rows: [
        {
          processInstanceId: second,
          reason: '“check”在新版本中不存在；“late”的计时在新版本中不存在',
        },
      ],
    })
    expect([(await pageOf(first))?.version, (await pageOf(second))?.version]).toEqual([2, 1])
    expect((await activities(first))[1]).toBe('runtime.keeper · 换到第 2 版 | 人员变动')

    const mapping = [
      { from: 'check', to: 'review' },
      { from: 'late', to: 'overdue' },
    ]
    expect(await harness.call(keeper(), calls.previewMigration, { ...wanted, mapping })).toMatchObject({
      total: 1,
      able: 1,
    })
    await harness.call(keeper(), calls.migrate, { ...wanted, mapping, processInstanceIds: [second], ...why })
    await runAll()
    expect(await pageOf(second)).toMatchObject({ version: 2, step: 'review' })
    const timers = await harness.owner.query(
      `select payload->>'node' as node from job where kind = 'process timer' and payload->>'instanceId' = $1`,
      [second],
    )
    expect(timers.rows).toEqual([{ node: 'overdue' }])
    await complete(people.colleague, second)
    expect(await pageOf(second)).toBeUndefined()
    await complete(people.worker, first)
    expect(await pageOf(first)).toMatchObject({ step: 'review' })
  })

  it('and a step at once leave the instance in one version or refused, never between', async () => {
    const nodes = { work: step('a'), check: step('b') }
    const id = await start(nodes, line, 'raced')
    await deployOnly({ work: step('a') }, ['start > work', 'work > end'], 'raced')
    const [fromId, toId] = await versionIds('raced')
    const { migrationId } = await harness.call(keeper(), calls.migrate, {
      fromId: fromId!,
      toId: toId!,
      ...why,
    })
    await Promise.all([runNext(harness, migration), complete(people.worker, id)])
    const { done, refused } = await harness.call(keeper(), calls.migration, { migrationId })
    expect(done + refused).toBe(1)
    // Carried over before the step, it has ended by the new version; after it, it stands where there is no such step.
    expect((await pageOf(id))?.step).toBe(done === 1 ? undefined : 'check')
  })

  it('is only between versions of one process, with nodes that are there', async () => {
    await start({ work: step('a'), check: step('b') }, line, 'one')
    await start({ work: step('a'), check: step('b') }, line, 'two')
    const [[one], [two]] = [await versionIds('one'), await versionIds('two')]
    const refused = async (input: object) =>
      (await harness.refused(keeper(), calls.previewMigration, input)).message
    expect(await refused({ fromId: one, toId: two })).toBe('只能换到同一流程的其他版本')
    expect(await refused({ fromId: one, toId: one })).toBe('新版本与原版本相同')
  })
})

describe('other people', () => {
  it('neither see nor touch what is not within their data or company', async () => {
    const id = await start({ work: step('a'), check: step('b') }, line, 'foreign')
    const [definitionId] = await versionIds('foreign')
    const stranger = await signInAdministrator(harness, harness.otherTenant)
    for (const token of [people.elsewhere.token, stranger]) {
      expect(await page({ definitionId }, token)).toEqual([])
      const input = {
        processInstanceId: id,
        taskId: 1,
        branch: 1,
        node: 'work',
        personId: idOf('worker'),
        ...why,
      }
      for (const call of [calls.problems, calls.retry, calls.skip, calls.reassign, calls.sendBack])
        expect((await harness.refused(token, call, input)).message).toBe('数据不存在或无权查看')
    }
    await deployOnly({ work: step('a') }, ['start > work', 'work > end'], 'foreign')
    const [fromId, toId] = await versionIds('foreign')
    const wanted = { fromId: fromId!, toId: toId!, processInstanceIds: [id] }
    const none = await harness.call(people.elsewhere.token, calls.previewMigration, wanted)
    expect(none).toMatchObject({ total: 0, refused: [] })
    const answer = await harness.refused(people.elsewhere.token, calls.migrate, { ...wanted, ...why })
    expect(answer.message).toBe('没有可换版的流程')
  })
})
