import { expect, it } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { keepStatistics } from './grown-tables.ts'

const harness = useHarness()

/** Adds stations, and lets PostgreSQL count them at once. */
async function addStations(many: number): Promise<void> {
  const { tenantId, stations, departments } = harness.tenant
  const client = await harness.owner.connect()
  await client.query(
    `insert into station (tenant_id, psa_id, department_id, dep_code, name)
     select $1, $2, $3, '', '新站 ' || gen_random_uuid() from generate_series(1, $4::int)`,
    [tenantId, stations[2]!.psaId, departments['A01A02A01'], many],
  )
  await client.query('select pg_stat_force_next_flush()')
  await client.query('select 1')
  client.release()
}

/** How many stations the planner reckons with. */
async function known(): Promise<number> {
  const { rows } = await harness.owner.query<{ n: number }>(
    `select reltuples::int as n from pg_class where oid = 'station'::regclass`,
  )
  return rows[0]!.n
}

it('tells the planner of tables that have doubled, once enough was added', async () => {
  await harness.owner.query('analyze station')
  const before = await known()
  await addStations(600)
  const statistics = keepStatistics(harness.pool)
  await statistics.added(499)
  expect(await known()).toBe(before)
  await statistics.added(1)
  expect(await known()).toBe(before + 600)
})

it('leaves tables that have grown little, and those that are locked', async () => {
  await harness.owner.query('analyze station')
  const before = await known()
  await addStations(250)
  await keepStatistics(harness.pool).added(1000)
  expect(await known()).toBe(before)
  await addStations(before)
  const locked = await harness.owner.connect()
  await locked.query('begin; lock table station in share update exclusive mode')
  await keepStatistics(harness.pool).added(1000)
  expect(await known()).toBe(before)
  await locked.query('rollback')
  locked.release()
})
