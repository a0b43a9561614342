import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { startJobs } from './jobs.ts'
import { addTestTables, namesOf, testJobs } from './queue.fixture.ts'

const harness = useHarness()

beforeAll(() => addTestTables(harness))

beforeEach(() => harness.owner.query('truncate job, test_effect'))

/** What one claim of four jobs locks and reads in a transaction that is undone. */
async function claim() {
  const client = await harness.owner.connect()
  const rowsRead = async () =>
    (
      await client.query<{ rows: number }>(
        `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables where relname = 'job'`,
      )
    ).rows[0]!.rows
  await client.query('begin')
  const before = await rowsRead()
  await client.query(`select from app.claim_jobs('{test effect}', '{4}', '{0}', '30 seconds')`)
  const read = (await rowsRead()) - before
  const { rowCount: free } = await harness.owner.query('select from job for update skip locked')
  await client.query('rollback')
  client.release()
  return { read, free }
}

const addToCompanies = (number: number, companies: number, due: string) =>
  harness.owner.query(
    `select app.enqueue_job('test effect', jsonb_build_object('name', n::text), null, now() + $1::interval, 1 + n % $2)
     from generate_series(1, $3::int) n`,
    [due, companies, number],
  )

it.each([1, 10])(
  'a claim leaves other processes all due jobs that it does not take, of %i companies',
  async (many) => {
    await addToCompanies(100, many, '-1 second')
    expect((await claim()).free).toBe(96)
  },
)

// The plan of PostgreSQL 15 must be told how; that of 18 is good by itself.
it('a claim reads few rows, however many jobs wait and although the planner was told of none', async () => {
  await harness.owner.query('analyze job')
  await addToCompanies(4000, 20, '1 hour')
  await addToCompanies(400, 20, '-1 second')
  expect((await claim()).read).toBeLessThan(300)
})

it('a worker looks again soon after another process locked what was due, however often that happened', async () => {
  const untilEffects = (number: number) =>
    expect.poll(async () => (await namesOf(harness, 'effect')).length, { timeout: 50_000 }).toBe(number)
  await addToCompanies(1, 1, '-1 second')
  const client = await harness.owner.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin; select from job for update')
  onTestFinished(startJobs(harness.pool, harness.env, [{ jobs: testJobs }], harness.app.log))
  for (let number = 1; number <= 10; number++) {
    await addToCompanies(1, 1, '-1 second')
    await untilEffects(number)
  }
  const released = Date.now()
  await client.query('commit')
  await untilEffects(11)
  expect(Date.now() - released).toBeLessThan(3000)
})
