import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'

const harness = useHarness()

/** More than a search scans one by one (`app.search_work_orders`). */
const MANY = 2001

async function addOrders(stationId: string, many: number, words: string) {
  const owner = await harness.owner.connect()
  await owner.query('begin')
  await owner.query(`select set_config('app.tenant', '${harness.tenant.tenantId}', true)`)
  await owner.query(
    `insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
       flow_sts, created_at)
     select 'GD2025' || lpad(((select count(*) from work_order) + n)::text, 10, '0'), $1, 0, '', 1, $3 || n, '1', 1,
       now() from generate_series(1, $2::int) n`,
    [stationId, many, words],
  )
  await owner.query(
    `insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
     select o.tenant_id, o.id, now(), '系统', 'create', 1 from work_order o
     where not exists (select from work_order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id)`,
  )
  await owner.query('commit')
  owner.release()
}

const total = async (token: string, keyword: string) =>
  (await harness.call(token, workOrderCalls.page, { keyword })).rowCount

/** Rows of orders and of their indexes that a connection has read since its last report. */
async function readBy(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    `select pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid)
       + (select sum(pg_stat_get_xact_tuples_returned(i.indexrelid)) from pg_index i where i.indrelid = c.oid) as read
     from pg_class c where c.oid = 'work_order'::regclass`,
  )
  return Number(rows[0]!.read)
}

describe('words', () => {
  let master: string
  let related: string
  let admin: string

  beforeAll(async () => {
    const [east, , west] = harness.tenant.stations
    master = await harness.signIn('a_master')
    admin = await harness.signIn('a_admin')
    related = (
      await hire(harness, {
        username: 'lent.searcher',
        codes: ['order:list'],
        depCode: 'A01A02A01',
        relPsaIds: [east!.psaId],
      })
    ).token
    await addOrders(east!.id, 4, '绝缘检查')
    await addOrders(west!.id, 3, '绝缘检查')
  })

  it.each(['few', 'many'])('are found where somebody sees, who sees %s', async (size) => {
    if (size === 'many') await addOrders(harness.tenant.stations[2]!.id, MANY, '组件清洗')
    for (const [keyword, one] of [
      ['绝缘检查', 1],
      ['绝', 1],
      ['没有此词', 0],
    ] as const) {
      expect([keyword, await total(master, keyword)]).toEqual([keyword, 3 * one])
      expect([keyword, await total(related, keyword)]).toEqual([keyword, 7 * one])
      expect([keyword, await total(admin, keyword)]).toEqual([keyword, 7 * one])
    }
  })

  /** Rows of the table that a search reads, matching or not. */
  async function touched(keyword: string): Promise<number> {
    const client = await harness.owner.connect()
    await client.query('begin')
    await client.query(`select set_config('app.tenant', '${harness.tenant.tenantId}', true)`)
    const before = await readBy(client)
    await client.query(`select from app.search_work_orders($1, 'A01A01', 'A01A02', '{}')`, [[keyword]])
    const read = (await readBy(client)) - before
    await client.query('rollback')
    client.release()
    return read
  }

  it('elsewhere cost whoever sees few nothing more than words that nobody wrote', async () => {
    const unknown = await touched('没有此词')
    expect(unknown).toBeGreaterThan(0)
    expect(await touched('组件清洗')).toBe(unknown)
  })
})
