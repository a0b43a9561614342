import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { oaCalls } from '@heliodesk/contract/oa.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { inTenant } from '../../src/kernel/transaction.ts'
import { compiledById } from '../../src/modules/workflow/definitions.ts'
import { drawn } from '../../src/modules/workflow/diagram.fixture.ts'
import { copyStep, sketch, step, timerAt } from '../../src/modules/workflow/engine/process.fixture.ts'
import type { Event } from '../../src/modules/workflow/engine/state.ts'
import { expectTold } from '../../src/modules/workflow/engine/told.fixture.ts'
import { peekInstance } from '../../src/modules/workflow/instances/store.ts'
import { useHarness } from '../harness.ts'
import { signInAdministrator } from '../hire.ts'
import { endServer, post, settingsOf, startServer, type ServerProcess } from '../server-process.ts'

const KILLS = Number(process.env.HELIODESK_SERVER_KILLS ?? 50)
const WRITERS = 8
/** Between two kills. */
const STEPS = 60
/** Leases of a killed process last half a minute. */
const QUIET_MS = 180_000

const harness = useHarness()
const servers: ServerProcess[] = []
let applicant: string
let head: string

const wait = (seconds: number) =>
  `<bpmn:intermediateCatchEvent id="%id"><bpmn:timerEventDefinition><bpmn:timeDuration>PT${seconds}S</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>`

/** Leave by steps of people, a copy, and timers of each kind: between steps, beside a step, and one that ends a step. */
const PROCESS = sketch(
  {
    review: step('starter'),
    nudge: timerAt('review', { interrupts: false, duration: 'PT1S' }),
    nudged: '<bpmn:endEvent id="%id" />',
    rest: wait(1),
    tell: copyStep('[starter, "0"]'),
    approval: '<bpmn:userTask id="%id" name="%id" wf:candidateHeads="starter" />',
    late: timerAt('approval', { duration: 'PT4S' }),
    over: '<bpmn:endEvent id="%id" />',
  },
  [
    'start > review',
    'review > rest',
    'rest > tell',
    'tell > approval',
    'approval > end',
    'nudge > nudged',
    'late > over',
  ],
  'leave',
)

const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(harness.pool, harness.tenant.tenantId, work)

beforeAll(async () => {
  // By a person, because a server that starts renews what came with the product.
  const admin = await signInAdministrator(harness, harness.tenant)
  await harness.call(admin, workflowCalls.deploy, { xml: drawn(PROCESS) })
  const env = settingsOf(harness)
  servers.push(await startServer(env), await startServer(env))
  applicant = await harness.signIn('a_worker')
  head = await harness.signIn('a_master')
}, 300_000)

afterAll(() => Promise.all(servers.map((server) => endServer(server, 'SIGTERM'))))

/** What was acknowledged, and by which of the two servers. */
const begun: string[] = []
const completed: { instance: string; task: number }[] = []
const answered = [0, 0]
const load = { isOn: true }

async function send(path: string, token: string, body: object): Promise<Record<string, unknown> | null> {
  const at = Math.random() < 0.5 ? 0 : 1
  const answer = await post(servers[at]!, token, path, body)
  if (!answer) await pause(50)
  if (answer?.result_code !== '1') return null
  answered[at]! += 1
  return answer.result_data
}

/** Applies, signs one's own step of most applications, and decides as the head what has come so far. */
async function write(): Promise<void> {
  const form = { kind: 'annual', from: '2027-01-01', until: '2027-01-02', days: 1, remark: '压测' }
  while (load.isOn) {
    const made = await send(oaCalls.apply.path, applicant, { request: { kind: 'leave', form } })
    if (!made) continue
    const instance = String(made.processInstanceId)
    begun.push(instance)
    if (Math.random() < 0.15) continue
    await decide(applicant, instance, await taskOf(instance))
    const page = await send(approvalCalls.page.path, head, { box: 'todo', size: 3 })
    for (const row of (page?.pageList ?? []) as { processInstanceId: string; taskId: number }[])
      await decide(head, row.processInstanceId, row.taskId)
  }
}

async function taskOf(processInstanceId: string): Promise<number | null> {
  const detail = await send(approvalCalls.detail.path, applicant, { processInstanceId })
  return (detail?.steps as { taskId: number }[] | undefined)?.[0]?.taskId ?? null
}

async function decide(token: string, processInstanceId: string, taskId: number | null): Promise<void> {
  if (taskId === null) return
  const decision = { processInstanceId, taskId, outcome: 'approve' }
  if (await send(approvalCalls.complete.path, token, decision))
    completed.push({ instance: processInstanceId, task: taskId })
}

async function killAndStart(at: number) {
  await endServer(servers[at]!, 'SIGKILL')
  servers[at] = await startServer(settingsOf(harness))
}

type Row = { id: string; status: string; business: string | null; definition: string }

it(`nothing acknowledged is lost, and every timer fires once, while servers are killed ${KILLS} times`, async () => {
  const writers = Array.from({ length: WRITERS }, write)
  for (let kill = 0; kill < KILLS; kill++) {
    const enough = completed.length + STEPS
    while (completed.length < enough) await pause(20)
    await killAndStart(kill % 2)
  }
  load.isOn = false
  await Promise.all(writers)
  await expect
    .poll(async () => (await harness.owner.query(`select from job where kind = 'process timer'`)).rowCount, {
      timeout: QUIET_MS,
      interval: 500,
    })
    .toBe(0)

  const { rows: incidents } = await harness.owner.query('select * from process_incident')
  expect(incidents).toEqual([])
  const { rows: instances } = await harness.owner.query<Row>(
    `select i.id, i.status, r.status as business, i.definition_id as definition
     from process_instance i left join oa_request r on r.tenant_id = i.tenant_id and r.instance_id = i.id`,
  )
  const { rows: events } = await harness.owner.query<Record<string, string | number | null> & { id: string }>(
    `select instance_id as id, kind, token, node, flow, task_id as task, actor_id as actor, outcome, target as to
     from process_event order by instance_id, seq`,
  )
  const histories = Map.groupBy(events, ({ id }) => id)
  const known = new Set(instances.map(({ id }) => id))
  expect(begun.filter((id) => !known.has(id))).toEqual([])
  const historyOf = (id: string) =>
    histories
      .get(id)!
      .map(
        (event) => Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null)) as Event,
      )
  for (const { instance, task } of completed) {
    const times = historyOf(instance).filter((event) => event.kind === 'complete' && event.task === task)
    expect([instance, times.length]).toEqual([instance, 1])
  }
  const { rows: copies } = await harness.owner.query<{ id: string; count: number }>(
    'select instance_id as id, count(*)::int as count from process_copy group by 1',
  )
  const copiesOf = new Map(copies.map(({ id, count }) => [id, count]))
  let timers = 0
  for (const { id, status, business, definition } of instances) {
    const history = historyOf(id)
    const { process, state } = await inCompany(async (db) => ({
      process: (await compiledById(db, definition)).process,
      state: (await peekInstance(db, id)).state,
    }))
    expect([id, business]).toEqual([id, status])
    expectTold(process, state, history)
    const count = (kind: string, node: string) =>
      history.filter((event) => event.kind === kind && event.node === node).length
    // The wait between the steps ended once; the head's step was completed or came to its end by the timer.
    expect([id, count('timer', 'rest')]).toEqual([id, count('enter', 'rest')])
    expect([id, count('complete', 'approval') + count('timer', 'late')]).toEqual([
      id,
      count('enter', 'approval'),
    ])
    // Whoever came past the copy step has its copy, and the history tells it once.
    const given = Math.min(count('enter', 'tell'), 1)
    expect([id, copiesOf.get(id) ?? 0, count('copy', 'tell')]).toEqual([id, given, given])
    expect(count('timer', 'nudge')).toBeLessThanOrEqual(1)
    // Who still has the first step was told of it.
    const waits = [...state.tokens.values()].filter(({ node }) => node === 'review').length
    if (waits > 0) expect([id, history, count('timer', 'nudge')]).toEqual([id, history, 1])
    timers += history.filter(({ kind }) => kind === 'timer').length
  }
  const share = answered.map((each) => Math.round((100 * each) / (answered[0]! + answered[1]!)))
  process.stdout.write(
    `${KILLS} kills: ${begun.length} begun, ${completed.length} steps, ${timers} timers; the servers answered ${share.join(' and ')} %\n`,
  )
  expect(Math.min(...share)).toBeGreaterThan(20)
  expect(timers).toBeGreaterThan(KILLS)
})
