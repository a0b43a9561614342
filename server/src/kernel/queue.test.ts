import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { runNext, skipWait } from '../../test/job-tools.ts'
import { databaseUrl } from '../../test/databases.ts'
import type { Job } from './context.ts'
import { startJobs } from './jobs.ts'
import { addTestTables, effect, namesOf, single, testJobs } from './queue.fixture.ts'
import { claimJobs, dropJob, enqueue, renewLeases, runClaimed } from './queue.ts'
import { inTenant } from './transaction.ts'

const TAKE_JOBS = fileURLToPath(new URL('../../test/take-test-jobs.ts', import.meta.url))
const PATIENT = { timeout: 50_000, interval: 20 }
/** Other processes start slowly on a busy machine, and the lease of a killed one must end. */
const LONG = { timeout: 120_000 }

const harness = useHarness()
const processes: ChildProcess[] = []

beforeAll(() => addTestTables(harness))

beforeEach(() => harness.owner.query('truncate job, test_begun, test_effect'))

afterEach(async () => {
  for (const each of processes.splice(0)) await end(each)
})

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Starts a process that runs test jobs; its clock is ahead by some milliseconds. */
function takeJobs(aheadMs = 0): ChildProcess {
  const shift = `const now=Date.now,D=Date;Date=class extends D{constructor(...a){super(...(a.length?a:[now()+${aheadMs}]))}static now(){return now()+${aheadMs}}}`
  const child = fork(TAKE_JOBS, [harness.url], {
    execArgv: aheadMs ? [`--import=data:text/javascript,${encodeURIComponent(shift)}`] : [],
    env: { ...process.env, LOG_LEVEL: 'silent' },
  })
  processes.push(child)
  return child
}

type Added = { job?: typeof effect; tenant?: number; hangs?: number; fails?: number } & Parameters<
  typeof enqueue
>[3]

const add = (
  name: string,
  { job = effect, tenant = harness.tenant.tenantId, hangs = 0, fails = 0, ...rest }: Added = {},
) => inTenant(harness.pool, tenant, (db) => enqueue(db, job, { name, hangs, fails }, rest))

const effects = () => namesOf(harness, 'effect')
const begun = () => namesOf(harness, 'begun')
const untilEffects = (number: number) =>
  expect.poll(async () => (await effects()).length, PATIENT).toBe(number)

async function jobs() {
  const { rows } = await harness.owner.query<{
    attempts: number
    reason: string | null
    given_up: boolean
    leased: boolean
    waits: boolean
  }>(
    `select attempts, reason, given_up_at is not null as given_up, lease is not null as leased,
       next_at is not null as waits from job order by id`,
  )
  return rows
}

async function withWorker<T>(work: () => Promise<T>, env: Partial<typeof harness.env> = {}): Promise<T> {
  const stop = startJobs(harness.pool, { ...harness.env, ...env }, [{ jobs: testJobs }], harness.app.log)
  try {
    return await work()
  } finally {
    await stop()
  }
}

const names = (number: number, prefix = 'job') => Array.from({ length: number }, (_, at) => `${prefix} ${at}`)

describe('a job', () => {
  it('is there only if the transaction that added it commits, and then takes effect once with its end', async () => {
    const refused = inTenant(harness.pool, harness.tenant.tenantId, async (db) => {
      await enqueue(db, effect, { name: 'refused', hangs: 0, fails: 0 })
      throw new Error('rolled back')
    })
    await expect(refused).rejects.toThrow('rolled back')
    await add('kept')
    expect(await runNext(harness, effect)).toBe(true)
    expect(await runNext(harness, effect)).toBe(false)
    expect(await effects()).toEqual(['kept'])
    expect(await jobs()).toEqual([])
    const { rows } = await harness.owner.query('select tenant from test_effect')
    expect(rows).toEqual([{ tenant: harness.tenant.tenantId }])
  })

  it('of many is run once by two processes', async () => {
    const all = names(200)
    const tenants = [harness.tenant.tenantId, harness.otherTenant.tenantId]
    takeJobs()
    takeJobs()
    await Promise.all(all.map((name, at) => add(name, { tenant: tenants[at % 2]! })))
    await untilEffects(200)
    expect((await effects()).toSorted()).toEqual(all.toSorted())
    expect((await begun()).toSorted()).toEqual(all.toSorted())
    await expect.poll(jobs, PATIENT).toEqual([])
  })

  it('whose process is killed is run by another once the lease has ended', LONG, async () => {
    const killed = takeJobs()
    await add('killed', { hangs: 1 })
    await expect.poll(begun, PATIENT).toEqual(['killed'])
    takeJobs()
    expect(await runNext(harness, effect)).toBe(false)
    await end(killed)
    await untilEffects(1)
    expect(await begun()).toEqual(['killed', 'killed'])
    await expect.poll(jobs, PATIENT).toEqual([])
  })

  it('that is taken over has the effects of one attempt only', async () => {
    await add('twice')
    const [first] = await claimJobs(harness.pool, new Map([[effect.kind, 1]]))
    await harness.owner.query('update job set next_at = now()')
    expect(await runNext(harness, effect)).toBe(true)
    const tools = { pool: harness.pool, env: harness.env, clock: harness.clock, log: harness.app.log }
    await runClaimed(effect as Job, first!, { ...tools, signal: new AbortController().signal })
    expect(await begun()).toEqual(['twice', 'twice'])
    expect(await effects()).toEqual(['twice'])
  })

  it('keeps its lease as long as it is renewed, and no longer', async () => {
    await add('long')
    const [claimed] = await claimJobs(harness.pool, new Map([[effect.kind, 1]]))
    const left = async () => {
      const { rows } = await harness.owner.query<{ s: number }>(
        `select extract(epoch from next_at - clock_timestamp())::float as s from job`,
      )
      return rows[0]!.s
    }
    await harness.owner.query(`update job set next_at = now() + interval '1 second'`)
    await renewLeases(harness.pool, [claimed!])
    expect(await left()).toBeGreaterThan(10)
    await harness.owner.query(`update job set lease = gen_random_uuid(), next_at = now()`)
    await renewLeases(harness.pool, [claimed!])
    expect(await left()).toBeLessThanOrEqual(0)
  })

  it('of a stopping process is handed back at once, and the attempt does not count', async () => {
    await add('stopped', { fails: 1 })
    const signal = AbortSignal.abort()
    expect(await runNext(harness, effect, { signal })).toBe(true)
    expect(await jobs()).toMatchObject([{ attempts: 0, leased: false, waits: true }])
    expect(await effects()).toEqual([])
    await harness.owner.query(`update job set payload = payload || '{"fails": 0}'`)
    expect(await runNext(harness, effect)).toBe(true)
    expect(await effects()).toEqual(['stopped'])
  })

  it('that is dropped never runs, and what runs already leaves nothing', async () => {
    const id = await add('dropped')
    await inTenant(harness.pool, harness.tenant.tenantId, (db) => dropJob(db, id))
    expect(await runNext(harness, effect)).toBe(false)
    expect(await jobs()).toEqual([])
  })
})

describe('time', () => {
  it('is the database’s: processes whose clocks are a day off run what is due, and nothing else', async () => {
    takeJobs(86_400_000)
    takeJobs(-86_400_000)
    await add('later', { inMs: 3_600_000 })
    await add('at its hour', { dueAt: new Date(Date.now() + 3_600_000) })
    await add('due')
    await add('due since long ago', { dueAt: new Date(0) })
    await untilEffects(2)
    expect((await effects()).toSorted()).toEqual(['due', 'due since long ago'])
    expect(await jobs()).toHaveLength(2)
  })

  it('of a job that comes due wakes a process that was told of it before', async () => {
    await withWorker(async () => {
      await add('soon', { inMs: 1500 })
      await untilEffects(1)
    })
    const { rows } = await harness.owner.query<{ early: boolean }>(
      `select min(e.at) < min(b.at) as early from test_effect e, test_begun b`,
    )
    expect(rows).toEqual([{ early: false }])
  })
})

describe('a key', () => {
  it('orders jobs: one at a time, also across failures, and an effect for each', async () => {
    for (const name of names(3)) await add(name, { key: 'k', fails: name === 'job 0' ? 1 : 0 })
    await add('beside', { key: 'other' })
    expect(await runNext(harness, effect)).toBe(true)
    expect(await runNext(harness, effect)).toBe(true)
    expect(await effects()).toEqual(['beside'])
    expect(await runNext(harness, effect)).toBe(false)
    await skipWait(harness, effect)
    while (await runNext(harness, effect));
    expect(await effects()).toEqual(['beside', 'job 0', 'job 1', 'job 2'])
  })

  it('keeps the order of commits, whoever adds and whichever process runs', async () => {
    takeJobs()
    takeJobs()
    await Promise.all(names(40).map((name) => add(name, { key: 'k', hangs: 0 })))
    await untilEffects(40)
    const { rows } = await harness.owner.query<{ overlaps: number }>(
      `select count(*)::int as overlaps from (
         select b.at as began, lag(e.at) over (order by e.id) as before
         from test_effect e join test_begun b on b.name = e.name) each where began < before`,
    )
    expect(rows).toEqual([{ overlaps: 0 }])
    expect(await jobs()).toEqual([])
  })

  it('goes on after a job that was given up or dropped, and is another in another company', async () => {
    const { tenantId } = harness.otherTenant
    await add('given up', { key: 'k', fails: 9 })
    const dropped = await add('dropped', { key: 'k' })
    await add('last', { key: 'k' })
    await add('theirs', { key: 'k', tenant: tenantId })
    while (await runNext(harness, effect));
    expect(await effects()).toEqual(['theirs'])
    for (const attempt of [2, 3]) {
      await skipWait(harness, effect)
      expect([attempt, await runNext(harness, effect)]).toEqual([attempt, true])
    }
    await inTenant(harness.pool, harness.tenant.tenantId, (db) => dropJob(db, dropped))
    while (await runNext(harness, effect));
    expect(await effects()).toEqual(['theirs', 'last'])
    expect(await jobs()).toMatchObject([{ given_up: true }])
  })
})

describe('companies', () => {
  it('take turns, however many jobs one of them has waiting', async () => {
    for (const name of names(30, 'many')) await add(name)
    await add('one', { tenant: harness.otherTenant.tenantId })
    await runNext(harness, effect)
    await runNext(harness, effect)
    expect(await effects()).toContain('one')
    for (const name of names(3, 'more')) await add(name, { tenant: harness.otherTenant.tenantId })
    const claimed = await claimJobs(harness.pool, new Map([[effect.kind, 4]]))
    const { tenantId } = harness.otherTenant
    expect(claimed.map(({ tenant }) => tenant === tenantId).filter(Boolean)).toHaveLength(2)
  })
})

describe('a failing job', () => {
  it('waits longer after each attempt, up to an hour, and leaves no effect', async () => {
    const patient = { ...effect, mostAttempts: Infinity }
    await add('failing', { fails: 99 })
    for (const seconds of [5, 15, 45, 135, 405, 1215, 3600, 3600]) {
      expect(await runNext(harness, patient)).toBe(true)
      const waited = await skipWait(harness, effect)
      expect(waited / 1000).toBeLessThanOrEqual(seconds)
      expect(waited / 1000).toBeGreaterThan(seconds - 4)
    }
    expect(await effects()).toEqual([])
    expect(await jobs()).toMatchObject([
      { attempts: 8, reason: 'attempt 8 of failing fails', given_up: false },
    ])
  })

  it('is given up with its reason, stays for the operator, and goes after 90 days', async () => {
    await add('hopeless', { fails: 99 })
    for (const attempt of [1, 2, 3]) {
      expect(await runNext(harness, effect)).toBe(true)
      if (attempt < 3) await skipWait(harness, effect)
    }
    expect(await jobs()).toEqual([
      { attempts: 3, reason: 'attempt 3 of hopeless fails', given_up: true, leased: false, waits: false },
    ])
    expect(await runNext(harness, effect)).toBe(false)
    expect(await effects()).toEqual([])
    await harness.owner.query(`update job set given_up_at = now() - interval '91 days'`)
    await add('next', { fails: 99 })
    await harness.owner.query('update job set attempts = 2 where given_up_at is null')
    await runNext(harness, effect)
    expect(await jobs()).toMatchObject([{ reason: 'attempt 3 of next fails', given_up: true }])
  })

  it('is given up unrun if each attempt took its process down, or if its payload is not understood', async () => {
    await add('deadly')
    await harness.owner.query('update job set attempts = 3')
    expect(await runNext(harness, effect)).toBe(true)
    expect(await begun()).toEqual([])
    expect(await jobs()).toMatchObject([{ given_up: true, reason: 'every attempt was interrupted' }])
    await harness.owner.query(
      `update job set given_up_at = null, next_at = now(), attempts = 2, payload = '{}'`,
    )
    expect(await runNext(harness, effect)).toBe(true)
    expect(await jobs()).toMatchObject([
      { given_up: true, reason: expect.stringContaining('name') as string },
    ])
  })
})

describe('a worker', () => {
  it('runs no more of a kind at once than it may, and another kind beside it', async () => {
    await withWorker(async () => {
      const blocker = await harness.owner.connect()
      await blocker.query('begin; lock table test_effect in share row exclusive mode')
      for (const name of names(3, 'single')) await add(name, { job: single })
      await add('beside')
      await expect.poll(async () => (await begun()).toSorted(), PATIENT).toEqual(['beside', 'single 0'])
      await blocker.query('rollback')
      blocker.release()
      await untilEffects(4)
    })
  })

  it('that hears no notices, as behind a pooler that shares connections, looks by itself', async () => {
    // LISTEN in another database hears nothing of this one.
    const elsewhere = databaseUrl(harness.url, 'postgres')
    await withWorker(
      async () => {
        // Those after the first come while the worker waits.
        for (const number of [1, 2, 3]) {
          await add(`unheard ${number}`)
          await untilEffects(number)
          await expect.poll(jobs, PATIENT).toEqual([])
        }
      },
      { DATABASE_MIGRATION_URL: elsewhere },
    )
  })

  it('logs an outage of the database once, however often it looks meanwhile, and its end', async () => {
    const addAsOwner = (name: string) =>
      harness.owner.query(`select app.enqueue_job('test effect', $1, null, now(), 0)`, [{ name }])
    const connect: (...given: []) => unknown = harness.pool.connect.bind(harness.pool)
    const connecting = vi.spyOn(harness.pool, 'connect')
    const log = { error: vi.fn(), info: vi.fn(), warn: vi.fn() }
    const stop = startJobs(harness.pool, harness.env, [{ jobs: testJobs }], log as never)
    try {
      await addAsOwner('before')
      await untilEffects(1)
      await expect.poll(jobs, PATIENT).toEqual([])
      let refused = 0
      connecting.mockImplementation(((...given: []) => {
        // With a callback it is the pool itself that asks, for the notices.
        if (given.length > 0) return connect(...given)
        refused += 1
        return Promise.reject(new Error('the database is away'))
      }) as never)
      for (const number of [1, 2, 3]) {
        await addAsOwner(`unread ${number}`)
        await expect.poll(() => refused, PATIENT).toBeGreaterThanOrEqual(number)
      }
      // A look that had its connection already may have claimed a job, which is another fault.
      const outages = () =>
        log.error.mock.calls.filter(([, title]) => title === 'waiting jobs cannot be read')
      expect(outages().map(([said]) => (said as { failures: number }).failures)).toEqual([1])
      connecting.mockRestore()
      await addAsOwner('after')
      await untilEffects(5)
      expect(log.info.mock.calls).toEqual([
        [{ failures: expect.any(Number) as number }, 'waiting jobs cannot be read: over'],
      ])
      expect(outages()).toHaveLength(1)
    } finally {
      connecting.mockRestore()
      await stop()
    }
  })

  it('goes on after its listening connection was cut off', async () => {
    await withWorker(async () => {
      await add('before')
      await untilEffects(1)
      await harness.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like 'listen %'`,
      )
      await add('after')
      await untilEffects(2)
    })
  })
})

it('a job of no company acts in none', async () => {
  await harness.owner.query(`select app.enqueue_job('test effect', '{"name": "none"}', null, now(), 0)`)
  expect(await runNext(harness, effect)).toBe(true)
  const seen = await inTenant(harness.pool, 0, (db) => sql`select from station`.execute(db))
  expect(seen.rows).toEqual([])
  expect(await effects()).toEqual(['none'])
})
