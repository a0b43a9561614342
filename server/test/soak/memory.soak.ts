import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useHarness } from '../harness.ts'
import { endServer, settingsOf, startServer, type ServerProcess } from '../server-process.ts'
import { trendOf } from './level.ts'
import { SteadyLoad } from './steady-load.ts'

const MINUTES = Number(process.env.HELIODESK_SOAK_MINUTES ?? 12)
/** A busy machine takes longer, so that a small leak is still visible. */
const LEAST_REQUESTS = MINUTES * 4000
const ROUND_MS = 10_000
const MB = 1024 * 1024
/** The pool size of one server, as in the README. */
const POOL = 16
/** Sessions and idempotency keys are swept every ten minutes, captchas every minute. */
const LONGEST_SWEEP_MS = 11 * 60_000

/** The allowed growth between the first and the last third of the steady part, and the value representing a third. */
const LIMITS = {
  /** In use after a garbage collection. Each of the 20,000 requests between the thirds may leave 100 bytes. */
  heap: { by: 'lowest', growth: 2 * MB },
  /** Resident memory of the process, which returns pages late. */
  rss: { by: 'median', growth: 24 * MB },
  /** Average private memory of its connections in PostgreSQL. */
  connection: { by: 'median', growth: 3 * MB },
  /** Tables with frequent inserts and deletes, including dead rows. */
  tables: { by: 'median', growth: 2 * MB },
} as const

const harness = useHarness()
let server: ServerProcess
let lines: Interface

beforeAll(async () => {
  server = await startServer({
    ...settingsOf(harness),
    PGAPPNAME: 'measured',
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'memory-probe.ts')).href}`,
  })
  lines = createInterface(server.process.stdout!)
}, 120_000)

afterAll(() => endServer(server, 'SIGTERM'))

type Sample = {
  heap: number
  rss: number
  connection: number
  connections: number
  tables: number
  deltas: number
  overdueCaptchas: number
}

/** A value of a process's status in bytes (the file has kilobytes). */
function statusOf(pid: number, line: 'VmRSS' | 'RssAnon'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(text)![1]) * 1024
}

async function heapInUse(): Promise<number> {
  const answered = once(lines, 'line')
  server.process.kill('SIGUSR2')
  const [line] = (await answered) as [string]
  const [, bytes] = /^in use (\d+)$/.exec(line) ?? []
  if (!bytes) throw new Error(`the server said: ${line}`)
  return Number(bytes)
}

async function first<T>(sql: string): Promise<T> {
  return (await harness.owner.query(sql)).rows[0] as T
}

async function takeSample(): Promise<Sample> {
  const { pids } = await first<{ pids: number[] }>(
    `select array_agg(pid) as pids from pg_stat_activity where application_name = 'measured'`,
  )
  const rows = await first<{ tables: string; deltas: number; overdue: number }>(`
    select
      (select sum(pg_total_relation_size(c)) from unnest(array['work_order_count', 'work_order_count_delta',
        'work_code_counter', 'captcha', 'captcha_verification']::regclass[]) c) as tables,
      (select count(*)::int from work_order_count_delta) as deltas,
      (select count(*)::int from captcha where expires_at < now() - interval '90 seconds') as overdue`)
  return {
    heap: await heapInUse(),
    rss: statusOf(server.process.pid!, 'VmRSS'),
    connection: pids.reduce((sum, pid) => sum + statusOf(pid, 'RssAnon'), 0) / pids.length,
    connections: pids.length,
    tables: Number(rows.tables),
    deltas: rows.deltas,
    overdueCaptchas: rows.overdue,
  }
}

/** Inserts rows that expired long ago, for the server's own sweeps. */
async function leaveExpiredRows() {
  const { tenantId, users } = harness.tenant
  const owner = [tenantId, users.a_guest!.id]
  await harness.owner.query(
    `insert into user_session (tenant_id, token_hash, user_id, signed_in_at, created_at, last_used_at, expires_at)
     select $1, sha256(n::text::bytea), $2, now() - interval '9 days', now() - interval '9 days', now() - interval '9 days', now() - interval '2 days'
     from generate_series(1, 5000) n`,
    owner,
  )
  await harness.owner.query(
    `insert into idempotency (tenant_id, user_id, key, path, request_hash, created_at)
     select $1, $2, 'expired-' || n, '/', '', now() - interval '61 days' from generate_series(1, 5000) n`,
    owner,
  )
  await harness.owner.query(
    `insert into captcha_verification (value, expires_at) select 'expired-' || n, now() - interval '1 day'
     from generate_series(1, 5000) n`,
  )
}

const megabytes = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`

it(`stays level over ${MINUTES} minutes of steady load`, { timeout: 3_600_000 }, async () => {
  const load = await SteadyLoad.open(server, harness)
  await leaveExpiredRows()
  const samples: Sample[] = []
  const end = performance.now() + MINUTES * 60_000
  while (performance.now() < end || load.done.requests < LEAST_REQUESTS) {
    const before = load.done.lives
    await load.run(ROUND_MS)
    const sample = await takeSample()
    samples.push(sample)
    process.stdout.write(`${JSON.stringify(sample)}\n`)
    expect(sample.connections).toBeLessThanOrEqual(POOL)
    // An order's cycle writes seven deltas; the server folds every two seconds, on a busy machine once in three rounds.
    expect(sample.deltas).toBeLessThan((load.done.lives - before) * 7 * 3)
    expect(sample.overdueCaptchas).toBe(0)
  }
  process.stdout.write(`${JSON.stringify(load.done)}\n`)
  for (const [name, { by, growth }] of Object.entries(LIMITS)) {
    const trend = trendOf(
      samples.map((sample) => sample[name as keyof typeof LIMITS]),
      by,
    )
    process.stdout.write(`${name}: ${megabytes(trend.first)} → ${megabytes(trend.last)}\n`)
    expect.soft(trend.growth, name).toBeLessThan(growth)
  }

  const left = () =>
    first(`select
      (select count(*)::int from work_order_count_delta) as deltas,
      (select count(*)::int from user_session) as sessions,
      (select count(*)::int from idempotency) as keys,
      (select count(*)::int from captcha) as captchas,
      (select count(*)::int from captcha_verification) as verifications`)
  await expect.poll(left, { timeout: LONGEST_SWEEP_MS, interval: 1000 }).toEqual({
    deltas: 0,
    sessions: load.done.sessions,
    keys: load.done.keyed,
    captchas: 0,
    verifications: 0,
  })
  expect(server.output().replaceAll(/^in use \d+$/gm, '')).not.toMatch(/"level":[56]0|Error/)
})
