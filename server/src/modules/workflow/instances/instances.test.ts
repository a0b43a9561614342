import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { useHarness } from '../../../../test/harness.ts'
import { useSignedIn } from '../../../../test/hire.ts'
import { startJobs } from '../../../kernel/jobs.ts'
import { inTenant } from '../../../kernel/transaction.ts'
import type { Job } from '../../../kernel/context.ts'
import { deploy } from '../definitions.ts'
import { drawn } from '../diagram.fixture.ts'
import { gateway, sketch, step, timerAt } from '../engine/process.fixture.ts'
import { registerBusiness, type Moved, type Service } from './business.ts'
import { timer } from './moving.ts'
import { startProcess } from './steps.ts'

const harness = useHarness()
const people = useSignedIn(harness, { worker: 'a_worker', colleague: 'a_colleague' })
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id

const told: Moved[] = []
const services = new Map<string, Service>([
  ['count', async (_ctx, _id, { counted = 0 }) => ({ counted: Number(counted) + 1 })],
  [
    'fail',
    async () => {
      throw new Error('the service is broken')
    },
  ],
])
registerBusiness('test', {
  title: '试验',
  moved: async (_ctx, moved) => void told.push(moved),
  services,
})

let rows = 0
const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(harness.pool, harness.tenant.tenantId, work)

/** Deploys a process and starts it for a new row; the variables a and b name the two people. */
async function start(nodes: Record<string, string>, flows: readonly string[], key = `test_${(rows += 1)}`) {
  rows += 1
  const now = new Date()
  return inCompany(async (db) => {
    await deploy(db, drawn(sketch(nodes, flows, key)), now)
    return startProcess(
      { db, now },
      {
        key,
        businessType: 'test',
        businessId: String(rows),
        title: `第 ${rows} 行`,
        depCode: 'A01A02A01',
        psaId: null,
        starter: idOf('worker'),
        variables: { a: idOf('worker'), b: idOf('colleague') },
      },
    )
  })
}

const detail = (processInstanceId: string) => harness.call(people.worker, calls.detail, { processInstanceId })
const openIn = async (id: string) => (await detail(id)).steps.map(({ name }) => name).toSorted()

async function complete(token: string, processInstanceId: string) {
  const { steps } = await harness.call(token, calls.detail, { processInstanceId })
  const { taskId } = steps.find(({ isMine }) => isMine)!
  return harness.call(token, calls.complete, { processInstanceId, taskId, outcome: 'approve' })
}

const statusOf = async (id: string) => (await detail(id)).status

const eventsOf = async (id: string, kind: string) =>
  (
    await harness.owner.query<{ node: string }>(
      'select coalesce(node, flow) as node from process_event where instance_id = $1 and kind = $2 order by seq',
      [id, kind],
    )
  ).rows.map(({ node }) => node)

const leftovers = async (id: string) =>
  (
    await harness.owner.query(
      `select from process_token where instance_id = $1
       union all select from process_task where instance_id = $1 and closed_at is null`,
      [id],
    )
  ).rowCount

afterEach(() => {
  told.length = 0
})

describe('an instance in the database', () => {
  it('goes on when both branches have come, whoever is first, also at once', async () => {
    const id = await start(
      {
        fork: gateway('parallel'),
        one: step('a'),
        other: step('b'),
        join: gateway('parallel'),
        last: step('a'),
      },
      [
        'start > fork',
        'fork > one',
        'fork > other',
        'one > join',
        'other > join',
        'join > last',
        'last > end',
      ],
    )
    expect(await openIn(id)).toEqual(['one', 'other'])
    await Promise.all([complete(people.worker, id), complete(people.colleague, id)])
    expect(await openIn(id)).toEqual(['last'])
    await complete(people.worker, id)
    expect(await statusOf(id)).toBe('completed')
    expect(told.map(({ status }) => status)).toEqual(['running', 'completed'])
    expect(await eventsOf(id, 'complete')).toHaveLength(3)
    expect(await leftovers(id)).toBe(0)
  })

  it('tells its row the state that open steps name', async () => {
    const id = await start(
      { work: step('a', 'wf:businessState="2"'), check: step('a', 'wf:businessState="3"') },
      ['start > work', 'work > check', 'check > end'],
    )
    await complete(people.worker, id)
    await complete(people.worker, id)
    expect(told.map(({ businessState, status }) => [businessState, status])).toEqual([
      ['2', 'running'],
      ['3', 'running'],
      [null, 'completed'],
    ])
  })

  it('runs services before what follows them, and a broken one leaves the step undone', async () => {
    const counted = await start(
      {
        count: '<bpmn:serviceTask id="%id" wf:handler="count" />',
        which: gateway('exclusive'),
        right: step('a'),
        wrong: step('a'),
      },
      [
        'start > count',
        'count > which',
        'which > right ? counted = 1',
        'which > wrong !',
        'right > end',
        'wrong > end',
      ],
    )
    expect(await openIn(counted)).toEqual(['right'])
    const broken = await start({ work: step('a'), fail: '<bpmn:serviceTask id="%id" wf:handler="fail" />' }, [
      'start > work',
      'work > fail',
      'fail > end',
    ])
    await expect(complete(people.worker, broken)).rejects.toThrow(/answered 500/)
    expect(await openIn(broken)).toEqual(['work'])
    expect(await eventsOf(broken, 'complete')).toEqual([])
  })

  it('calls another process and goes on when that has ended', async () => {
    const key = `called_${Date.now()}`
    await inCompany((db) =>
      deploy(db, drawn(sketch({ inner: step('b') }, ['start > inner', 'inner > end'], key)), new Date()),
    )
    const nodes = { call: `<bpmn:callActivity id="%id" calledElement="${key}" />`, after: step('a') }
    const flows = ['start > call', 'call > after', 'after > end']
    const parent = await start(nodes, flows)
    const childOf = async (id: string) =>
      (
        await harness.owner.query<{ id: string }>('select id from process_instance where parent_id = $1', [
          id,
        ])
      ).rows[0]!.id
    const child = await childOf(parent)
    expect(await openIn(parent)).toEqual([])
    await complete(people.colleague, child)
    expect(await openIn(parent)).toEqual(['after'])

    const ended = await start(nodes, flows)
    await harness.call(people.worker, calls.end, { processInstanceId: ended, auditOpinion: '不再需要' })
    expect(await statusOf(await childOf(ended))).toBe('voided')
    expect(await leftovers(await childOf(ended))).toBe(0)
  })
})

describe('a timer', () => {
  beforeAll(() => {
    const stop = startJobs(harness.pool, harness.env, [{ jobs: [timer] as Job[] }], harness.app.log)
    return stop
  })

  it('that is due takes the step away, once', async () => {
    const id = await start(
      { work: step('a'), late: timerAt('work', { duration: 'PT0S' }), after: step('a') },
      ['start > work', 'work > end', 'late > after', 'after > end'],
    )
    await vi.waitFor(async () => expect(await openIn(id)).toEqual(['after']), 15_000)
    expect(await eventsOf(id, 'timer')).toEqual(['late'])
  })

  it('of a step that was left has no effect', async () => {
    const id = await start(
      { work: step('a'), late: timerAt('work', { duration: 'PT1S' }), other: step('a') },
      ['start > work', 'work > end', 'late > other', 'other > end'],
    )
    await complete(people.worker, id)
    const jobs = () => harness.owner.query('select from job where kind = $1', [timer.kind])
    await vi.waitFor(async () => expect((await jobs()).rowCount).toBe(0), 15_000)
    expect(await statusOf(id)).toBe('completed')
    expect(await eventsOf(id, 'timer')).toEqual([])
  })
})
