import { expect, it } from 'vitest'
import { verifyChain } from '../../src/modules/audit-log/index.ts'
import { fillWithOrders } from '../fill-with-orders.ts'
import { useHarness } from '../harness.ts'
import { pastTriggers } from '../owner-pool.ts'

const harness = useHarness()

const ROWS = 10_000
const ROUNDS = 7
const MOST = 1.3
const ENTRIES = Number(process.env.HELIODESK_AUDIT_ENTRIES ?? 1_000_000)
const MOST_SECONDS = 60

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** How long a statement takes as the application, committed, in milliseconds. */
async function time(statement: string): Promise<number> {
  const client = await harness.pool.connect()
  try {
    await client.query(
      `begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true), set_config('app.user', '1', true),
         set_config('statement_timeout', '0', true), set_config('app.session', '5b1f1d7e-3c5f-4d3e-8a5d-0d8c9d0f1a2b', true),
         set_config('app.call', '{"call":"POST /ops/order/x","address":"10.0.0.3","agent":"Chrome 141","request":"9f3a"}', true)`,
    )
    const start = performance.now()
    await client.query(statement)
    await client.query('commit')
    return performance.now() - start
  } finally {
    client.release()
  }
}

const audited = async (table: string, on: boolean) => {
  for (const trigger of ['audit_insert', 'audit_update', 'audit_delete'])
    await harness.owner.query(`alter table ${table} ${on ? 'enable' : 'disable'} trigger ${trigger}`)
}

/** The medians of both, in turns, so that a busy machine slows both. */
async function compare(table: string, statement: (round: number) => string) {
  const times = { plain: [] as number[], audited: [] as number[] }
  for (let round = 0; round < ROUNDS * 2; round++) {
    const on = round % 2 === 1
    await audited(table, on)
    times[on ? 'audited' : 'plain'].push(await time(statement(round)))
    await harness.owner.query('truncate audit_pending')
    await harness.owner.query(`vacuum ${table}`)
  }
  return { plain: median(times.plain), audited: median(times.audited) }
}

it(`changes of ${ROWS} records cost at most ${MOST} times as much as without the audit log`, async () => {
  await fillWithOrders(harness, harness.tenant, ROWS)
  const day = (round: number) => `date '2010-01-01' + ${round}`
  const figures = {
    'update of orders': await compare(
      'work_order',
      (round) =>
        `update work_order set plan_end_time = now() + ${round} * interval '1 hour', version = version + 1`,
    ),
    'insert of devices': await compare(
      'device',
      (round) => `insert into device (station_id, name, type_id, code, serial_no, manufacturer, model)
        select s.id, '逆变器 ${round}-' || n, t.id, 'NB-${round}-' || n, 'SN' || n, '阳光电源', 'SG225HX'
        from generate_series(1, ${ROWS}) n, (select min(id) as id from station) s,
          (select min(id) as id from device_type where code = 'NB') t`,
    ),
    'insert of generation': await compare(
      'station_generation',
      (round) => `insert into station_generation (station_id, day, energy_kwh, updated_at, updated_by)
        select s.id, ${day(0)} + (${round} * 2000 + n), n, now(), (select min(id) from app_user) from generate_series(1, 2000) n, (select id from station limit 5) s`,
    ),
  }
  for (const [name, { plain, audited: withAudit }] of Object.entries(figures))
    process.stdout.write(
      `${name}: ${plain.toFixed(0)} ms, audited ${withAudit.toFixed(0)} ms, ${(withAudit / plain).toFixed(2)} times\n`,
    )
  for (const { plain, audited: withAudit } of Object.values(figures))
    expect(withAudit / plain).toBeLessThan(MOST)
}, 600_000)

it(`one changed byte among ${ENTRIES} entries is found within ${MOST_SECONDS} seconds`, async () => {
  const { tenantId } = harness.tenant
  const begun = performance.now()
  for (let at = 0; at < ENTRIES; at += 50_000) {
    await harness.owner.query(
      `insert into audit_pending (tenant, kind, object, record, name, user_id, origin, changes)
       select $1, 'edit', 'work_order', n, 'GD20261123' || lpad(n::text, 6, '0'), 1,
         '5b1f1d7e-3c5f-4d3e-8a5d-0d8c9d0f1a2b {"call":"POST /ops/order/assign","address":"10.6.0.3","agent":"Chrome 141 / Windows 10","request":"9f3a52e0-0000-4000-8000-000000000000"}',
         json_build_object('version', array[n, n + 1], 'liable_person', array['孙立诚', '周砚秋' || n])::text
       from generate_series($2::int + 1, $2::int + 50000) n`,
      [tenantId, at],
    )
    await harness.owner.query('select app.seal_audit(50000)')
  }
  const sealed = (performance.now() - begun) / 1000
  const { rows } = await harness.owner.query<{ total: string; size: string }>(
    `select count(*) as total, pg_size_pretty(pg_total_relation_size('audit_entry')) as size from audit_entry`,
  )
  const timed = async () => {
    const start = performance.now()
    const verdict = await verifyChain(harness.pool, tenantId)
    return { verdict, seconds: (performance.now() - start) / 1000 }
  }
  const whole = await timed()
  expect(whole.verdict.broken).toBeNull()
  await pastTriggers(
    harness.owner,
    `update audit_entry set name = overlay(name placing 'x' from 3 for 1) where tenant_id = $1 and number = $2`,
    [tenantId, ENTRIES - 10],
  )
  const tampered = await timed()
  process.stdout.write(
    `${rows[0]!.total} entries, ${rows[0]!.size}, sealed in ${sealed.toFixed(0)} s; ` +
      `verified in ${whole.seconds.toFixed(1)} s, the changed byte found in ${tampered.seconds.toFixed(1)} s\n`,
  )
  expect(tampered.verdict.broken?.number).toBe(String(ENTRIES - 10))
  expect(tampered.seconds).toBeLessThan(MOST_SECONDS)
}, 3_000_000)
