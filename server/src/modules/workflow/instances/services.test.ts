import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../../test/harness.ts'
import { endLeases, runNext, skipWait } from '../../../../test/job-tools.ts'
import { inTenant } from '../../../kernel/transaction.ts'
import { deploy } from '../definitions.ts'
import { drawn } from '../diagram.fixture.ts'
import { sketch, step, timerAt } from '../engine/process.fixture.ts'
import { addServiceTables } from './services.fixture.ts'
import { service, timer } from './moving.ts'
import { administer, startProcess } from './steps.ts'

const TAKE = fileURLToPath(new URL('take-services.fixture.ts', import.meta.url))
const PATIENT = { timeout: 90_000, interval: 50 }
const LONG = { timeout: 180_000 }

const harness = useHarness()
beforeAll(() => addServiceTables(harness))
const worker = () => harness.tenant.users.a_worker!.id

const processes: ChildProcess[] = []
function take(): ChildProcess {
  const child = fork(TAKE, [harness.url], { env: { ...process.env, LOG_LEVEL: 'silent' } })
  processes.push(child)
  return child
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

afterEach(async () => {
  await Promise.all(processes.splice(0).map((child) => kill(child)))
  await harness.owner.query('truncate job, test_service')
})

let rows = 0
async function start(handler: string, variables = {}, async = 'true'): Promise<string> {
  rows += 1
  const businessId = String(rows)
  const key = `service_${handler}_${async}`
  const nodes = {
    serve: `<bpmn:serviceTask id="%id" name="通知业主" wf:handler="${handler}" wf:async="${async}" />`,
    after: step('a'),
  }
  const xml = drawn(sketch(nodes, ['start > serve', 'serve > after', 'after > end'], key))
  return begin(key, xml, businessId, variables)
}

const begin = (key: string, xml: string, businessId: string, variables = {}) =>
  inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
    const now = new Date()
    await deploy(db, xml, now)
    return startProcess(
      { db, now },
      {
        key,
        businessType: 'service test',
        businessId,
        title: `第 ${businessId} 行`,
        depCode: 'A01A02A01',
        psaId: null,
        starter: worker(),
        variables: { a: worker(), ...variables },
      },
    )
  })

const stateOf = async (id: string) =>
  (
    await harness.owner.query<{ node: string; doing: string; noted: number | null }>(
      `select t.node, t.doing, (i.variables->'noted')::int as noted from process_token t
       join process_instance i on i.id = t.instance_id where i.id = $1`,
      [id],
    )
  ).rows[0]

const effects = async () =>
  (await harness.owner.query(`select from test_service where kind = 'effect'`)).rowCount

const incidents = async (id: string) =>
  (
    await harness.owner.query<{ kind: string; reason: string; attempts: number }>(
      'select kind, reason, attempts from process_incident where instance_id = $1',
      [id],
    )
  ).rows

const eventsOf = async (id: string, kind: string) =>
  (
    await harness.owner.query<{ node: string; opinion: string }>(
      'select node, opinion from process_event where instance_id = $1 and kind = $2 order by seq',
      [id, kind],
    )
  ).rows

describe('an asynchronous service', () => {
  it('leaves the step that comes to it, and goes on in a transaction of its own', async () => {
    const id = await start('note')
    expect(await stateOf(id)).toEqual({ node: 'serve', doing: 'away', noted: null })
    expect(await effects()).toBe(0)
    expect(await runNext(harness, service)).toBe(true)
    expect(await stateOf(id)).toEqual({ node: 'after', doing: 'waiting', noted: 1 })
    expect(await effects()).toBe(1)
    expect(await runNext(harness, service)).toBe(false)
  })

  it('has its effect once over two processes, one of which is killed in the middle', LONG, async () => {
    const first = take()
    const hanging = await start('note', { hangs: 600 })
    await expect
      .poll(
        async () =>
          (await harness.owner.query('select from job where attempts = 1 and lease is not null')).rowCount,
        PATIENT,
      )
      .toBe(1)
    await expect
      .poll(
        async () =>
          (
            await harness.owner.query(
              `select from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
            )
          ).rowCount,
        PATIENT,
      )
      .toBeGreaterThan(0)
    await kill(first)
    // The server notices the broken connection when the statement ends; here it is ended at once.
    await harness.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()`,
    )
    expect(await effects()).toBe(0)
    expect(await stateOf(hanging)).toMatchObject({ node: 'serve', doing: 'away' })
    await harness.owner.query(
      `update process_instance set variables = variables || '{"hangs": 0}' where id = $1`,
      [hanging],
    )
    await endLeases(harness)
    const others = await Promise.all(Array.from({ length: 12 }, () => start('note')))
    take()
    take()
    for (const id of [hanging, ...others])
      await expect.poll(() => stateOf(id), PATIENT).toEqual({ node: 'after', doing: 'waiting', noted: 1 })
    expect(await effects()).toBe(13)
    expect((await harness.owner.query('select from job')).rowCount).toBe(0)
  })

  it('is tried again with growing waits, and its end shows with the reason', async () => {
    const id = await start('broken')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await runNext(harness, service)).toBe(true)
      if (attempt < 5) {
        expect(await incidents(id)).toEqual([])
        waits.push(await skipWait(harness, service))
      }
    }
    expect(waits.map((ms) => Math.round(ms / 5000))).toEqual([1, 3, 9, 27])
    expect(await incidents(id)).toEqual([
      { kind: 'service', reason: 'the other system answers 503', attempts: 5 },
    ])
    expect(await eventsOf(id, 'fail')).toEqual([{ node: 'serve', opinion: 'the other system answers 503' }])
    expect(await stateOf(id)).toMatchObject({ node: 'serve', doing: 'away' })
    expect(await runNext(harness, service)).toBe(false)
  })

  it('of an instance that has ended meanwhile has no effect', async () => {
    const id = await start('note')
    await inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
      const who = { userId: worker(), hasAllData: true, orgCode: 'A01', relatedPsas: [], moves: [] }
      await administer({ db, now: new Date(), who }, id, (run) => run.end('voided', '不再需要'))
    })
    expect(await runNext(harness, service)).toBe(true)
    expect(await effects()).toBe(0)
    expect(await stateOf(id)).toBeUndefined()
  })
})

describe('a timer', () => {
  it('that leads to nobody is given up, and says why', async () => {
    const nodes = { work: step('a'), late: timerAt('work', { duration: 'PT0S' }), next: step('nobody') }
    const flows = ['start > work', 'work > end', 'late > next', 'next > end']
    rows += 1
    const id = await begin('timer_nobody', drawn(sketch(nodes, flows, 'timer_nobody')), String(rows))
    expect(await runNext(harness, timer)).toBe(true)
    expect(await incidents(id)).toEqual([{ kind: 'timer', reason: '“next”没有可办理的人', attempts: 1 }])
    expect(await stateOf(id)).toMatchObject({ node: 'work', doing: 'waiting' })
  })

  it('of an hour does not wait for one of three days of the same instance', async () => {
    const nodes = {
      work: step('a'),
      slow: timerAt('work', { duration: 'P3D' }),
      fast: timerAt('work', { duration: 'PT0S' }),
      next: step('a'),
    }
    const flows = ['start > work', 'work > end', 'slow > end', 'fast > next', 'next > end']
    rows += 1
    const id = await begin('timer_two', drawn(sketch(nodes, flows, 'timer_two')), String(rows))
    expect(await runNext(harness, timer)).toBe(true)
    expect(await stateOf(id)).toMatchObject({ node: 'next' })
  })
})
