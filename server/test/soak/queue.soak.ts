import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addTestTables, quick } from '../../src/kernel/queue.fixture.ts'
import { useHarness } from '../harness.ts'

const TAKE_JOBS = fileURLToPath(new URL('../take-test-jobs.ts', import.meta.url))
const PER_SECOND = Number(process.env.HELIODESK_QUEUE_RATE ?? 1000)
const SECONDS = 10
const BACKLOG = PER_SECOND * SECONDS
const COMPANIES = 20
const IDLE_MS = 60_000

const harness = useHarness()
const workers: ChildProcess[] = []

beforeAll(async () => {
  await addTestTables(harness)
  for (let number = 0; number < 2; number++)
    workers.push(
      fork(TAKE_JOBS, [harness.url], { execArgv: [], env: { ...process.env, LOG_LEVEL: 'silent' } }),
    )
  await add('warm-up', 100, 0)
  await untilEmpty()
}, 300_000)

afterAll(async () => {
  for (const each of workers) {
    const gone = once(each, 'exit')
    each.kill('SIGKILL')
    await gone
  }
})

/** Adds jobs of several companies that come due evenly over the given seconds, from two seconds on. */
async function add(prefix: string, jobs: number, seconds: number) {
  await harness.owner.query('truncate test_effect')
  await harness.owner.query(
    `select app.enqueue_job($1, jsonb_build_object('name', $2 || n), null,
       now() + $3 * (interval '2 seconds' + n * $4 * interval '1 second' / $5), 1 + n % $6)
     from generate_series(0, $5::int - 1) n`,
    [quick.kind, `${prefix} `, seconds > 0 ? 1 : 0, seconds, jobs, COMPANIES],
  )
}

async function untilEmpty() {
  const isEmpty = `select from job where kind = '${quick.kind}' limit 1`
  while ((await harness.owner.query(isEmpty)).rowCount) await pause(50)
}

/** How long after their due times the jobs took effect, in milliseconds. */
async function delays() {
  const { rows } = await harness.owner.query<{ p50: number; p95: number; p99: number; most: number }>(
    `select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
       percentile_cont(0.99) within group (order by ms) as p99, max(ms) as most
     from (select extract(epoch from e.at - d.due_at)::float * 1000 as ms
       from test_effect e join test_due d using (name)) each`,
  )
  return rows[0]!
}

const cpuMs = () =>
  workers.reduce((sum, { pid }) => {
    const [utime, stime] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
    return sum + (Number(utime) + Number(stime)) * 10
  }, 0)

it(`${PER_SECOND} due jobs a second take effect within 100 ms`, async () => {
  const before = cpuMs()
  await add('due', PER_SECOND * SECONDS, SECONDS)
  await harness.owner.query(
    `create table test_due as select payload ->> 'name' as name, due_at from job where kind <> 'sweep'`,
  )
  await untilEmpty()
  const { p50, p95, p99, most } = await delays()
  const figures = [p50, p95, p99, most].map((ms) => Math.round(ms)).join(', ')
  const cpu = ((cpuMs() - before) / (PER_SECOND * SECONDS)).toFixed(2)
  process.stdout.write(`after ms (p50, p95, p99, most): ${figures}; ${cpu} ms of the workers’ CPU each\n`)
  const { rows } = await harness.owner.query('select from test_effect')
  expect(rows).toHaveLength(PER_SECOND * SECONDS)
  expect(p95).toBeLessThan(100)
})

it('a backlog is worked off faster than that', async () => {
  const started = Date.now()
  await add('backlog', BACKLOG, 0)
  await untilEmpty()
  const rate = (BACKLOG * 1000) / (Date.now() - started)
  process.stdout.write(`${Math.round(rate)} jobs a second of a backlog of ${BACKLOG}\n`)
  expect(rate).toBeGreaterThan(PER_SECOND)
})

it('waiting costs nearly nothing', async () => {
  const transactions = async () => {
    const { rows } = await harness.owner.query<{ n: string }>(
      `select pg_stat_clear_snapshot(), xact_commit as n from pg_stat_database where datname = current_database()`,
    )
    return Number(rows[0]!.n)
  }
  // A backend reports its transactions up to ten seconds later.
  await pause(15_000)
  const [before, cpuBefore] = [await transactions(), cpuMs()]
  await pause(IDLE_MS)
  const made = (await transactions()) - before
  const cpu = cpuMs() - cpuBefore
  process.stdout.write(`idle for a minute: ${made} transactions, ${cpu} ms of CPU in two processes\n`)
  // One look and one check of the listening connection by each process, and PostgreSQL's own.
  expect(made).toBeLessThan(30)
})
