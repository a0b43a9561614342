import { approvalCalls as calls } from '@heliodesk/contract/approvals.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { useHarness } from '../../../../test/harness.ts'
import { useSignedIn } from '../../../../test/hire.ts'
import type { Job } from '../../../kernel/context.ts'
import { startJobs } from '../../../kernel/jobs.ts'
import { inTenant } from '../../../kernel/transaction.ts'
import { deploy } from '../definitions.ts'
import { drawn } from '../diagram.fixture.ts'
import { gateway, signed, sketch, step, timerAt } from '../engine/process.fixture.ts'
import { complete } from '../engine/signing.ts'
import { registerBusiness } from './business.ts'
import { timer } from './moving.ts'
import { act, startProcess } from './steps.ts'
import { peekInstance } from './store.ts'

const harness = useHarness()
const people = useSignedIn(harness, { worker: 'a_worker', colleague: 'a_colleague', master: 'a_master' })
const idOf = (post: string) => harness.tenant.users[`a_${post}`]!.id
const inCompany = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(harness.pool, harness.tenant.tenantId, work)

registerBusiness('hard', { title: '难例', moved: async () => {} })

const deployed = (nodes: Record<string, string>, flows: readonly string[], key: string) =>
  inCompany((db) => deploy(db, drawn(sketch(nodes, flows, key)), new Date()))

let rows = 0

/** Starts a process of the worker, in which `a` is the colleague and `b` the head. */
const begin = (key: string) =>
  inCompany((db) => {
    rows += 1
    const subject = { businessType: 'hard', businessId: String(rows), title: key, depCode: 'A01A02A01' }
    const variables = { a: idOf('colleague'), b: idOf('master'), list: ['colleague', 'master'].map(idOf) }
    return startProcess(
      { db, now: new Date() },
      { key, ...subject, psaId: null, starter: idOf('worker'), variables },
    )
  })

async function started(nodes: Record<string, string>, flows: readonly string[]) {
  const key = `hard_${rows + 1}`
  await deployed(nodes, flows, key)
  return begin(key)
}

const openIn = async (processInstanceId: string) =>
  (await harness.call(people.worker, calls.detail, { processInstanceId })).steps.map(({ name }) => name)

async function done(token: string, processInstanceId: string) {
  const { steps } = await harness.call(token, calls.detail, { processInstanceId })
  const { taskId } = steps.find(({ isMine }) => isMine)!
  await harness.call(token, calls.complete, { processInstanceId, taskId, outcome: 'approve' })
}

describe('what others have begun to decide is not withdrawn', () => {
  const refusesToWithdraw = async (processInstanceId: string) => {
    expect(await harness.call(people.worker, calls.detail, { processInstanceId })).toMatchObject({
      canWithdraw: false,
    })
    const { message } = await harness.refused(people.worker, calls.withdraw, { processInstanceId })
    expect(message).toBe('已有人办理，不能撤回')
  }

  it('after one of several signatures', async () => {
    const id = await started({ sign: signed('list') }, ['start > sign', 'sign > end'])
    await done(people.colleague, id)
    await refusesToWithdraw(id)
  })

  it('after branches that have come together', async () => {
    const nodes = { fork: gateway('parallel'), one: step('a'), other: step('b'), join: gateway('parallel') }
    const id = await started({ ...nodes, last: step('b') }, [
      'start > fork',
      'fork > one',
      'fork > other',
      'one > join',
      'other > join',
      'join > last',
      'last > end',
    ])
    await done(people.colleague, id)
    await done(people.master, id)
    await refusesToWithdraw(id)
  })

  it('after a return', async () => {
    const nodes = { first: step('starter'), second: step('a') }
    const id = await started(nodes, ['start > first', 'first > second', 'second > end'])
    await done(people.worker, id)
    const [{ taskId } = { taskId: 0 }] = (
      await harness.call(people.colleague, calls.detail, { processInstanceId: id })
    ).steps
    await harness.call(people.colleague, calls.giveBack, {
      processInstanceId: id,
      taskId,
      auditOpinion: '重做',
    })
    await refusesToWithdraw(id)
  })

  it('in a process that it calls', async () => {
    await deployed(
      { inner: step('a'), next: step('b') },
      ['start > inner', 'inner > next', 'next > end'],
      'hard_inner',
    )
    const id = await started({ call: '<bpmn:callActivity id="%id" calledElement="hard_inner" />' }, [
      'start > call',
      'call > end',
    ])
    const { rows: called } = await harness.owner.query<{ id: string }>(
      'select id from process_instance where parent_id = $1',
      [id],
    )
    await done(people.colleague, called[0]!.id)
    await refusesToWithdraw(id)
  })
})

it('a new version leaves running instances alone, and begins with the next', async () => {
  const key = 'hard_versions'
  await deployed(
    { old: step('starter'), after: step('starter') },
    ['start > old', 'old > after', 'after > end'],
    key,
  )
  const running = await begin(key)
  await deployed({ fresh: step('starter') }, ['start > fresh', 'fresh > end'], key)
  await done(people.worker, running)
  expect(await openIn(running)).toEqual(['after'])
  expect(await openIn(await begin(key))).toEqual(['fresh'])
  expect(await harness.call(people.worker, calls.detail, { processInstanceId: running })).toMatchObject({
    version: 1,
  })
})

// camunda/camunda#3212 hands all variables back
it('a called process gives back what it found out, not what it was given', async () => {
  await deployed({ ask: step('a') }, ['start > ask', 'ask > end'], 'hard_asked')
  const id = await started(
    {
      fork: gateway('parallel'),
      call: '<bpmn:callActivity id="%id" calledElement="hard_asked" />',
      other: step('starter'),
      join: gateway('parallel'),
      last: step('starter'),
    },
    [
      'start > fork',
      'fork > call',
      'fork > other',
      'call > join',
      'other > join',
      'join > last',
      'last > end',
    ],
  )
  const who = { userId: idOf('worker'), hasAllData: true, orgCode: 'A01', relatedPsas: [], moves: [] }
  await inCompany((db) =>
    act({ db, now: new Date(), who }, id, (run, person) => {
      const [taskId] = run.state.tasks.keys()
      complete(run, taskId!, person, { outcome: 'approve', opinion: '', variables: { b: 'changed' } })
    }),
  )
  const { rows: called } = await harness.owner.query<{ id: string }>(
    'select id from process_instance where parent_id = $1',
    [id],
  )
  await done(people.colleague, called[0]!.id)
  expect(await openIn(id)).toEqual(['last'])
  const { variables } = (await inCompany((db) => peekInstance(db, id))).state
  expect(variables).toMatchObject({ b: 'changed', ask: { outcome: 'approve' } })
})

describe('timers of one instance', () => {
  beforeAll(() => startJobs(harness.pool, harness.env, [{ jobs: [timer] as Job[] }], harness.app.log))

  it('come due in their own order, not in that of their beginning', async () => {
    const id = await started(
      {
        work: step('starter'),
        late: timerAt('work', { duration: 'P30D' }),
        wait: '<bpmn:intermediateCatchEvent id="%id"><bpmn:timerEventDefinition><bpmn:timeDuration>PT0S</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>',
        after: step('starter'),
      },
      ['start > work', 'work > wait', 'late > end', 'wait > after', 'after > end'],
    )
    await done(people.worker, id)
    await vi.waitFor(async () => expect(await openIn(id)).toEqual(['after']), 15_000)
  })
})
