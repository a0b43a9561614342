import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'
import { insertOrders } from '../../../test/insert-orders.ts'

const harness = useHarness()

/** More than a search scans one by one (`app.search_work_orders`). */
const MANY = 2001

async function addOrders(stationId: string, many: number, words: string) {
  await insertOrders(
    harness,
    harness.tenant,
    [
      `insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
       flow_sts, created_at)
     select 'GD2025' || lpad(((select count(*) from work_order) + n)::text, 10, '0'), $1, 0, '', 1, $3 || n, '1', 1,
       now() from generate_series(1, $2::int) n`,
      [stationId, many, words],
    ],
    [
      `insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
     select o.tenant_id, o.id, now(), '系统', 'create', 1 from work_order o
     where not exists (select from work_order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id)`,
    ],
  )
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

describe('words across kinds', () => {
  const newest = (token: string, keyword: string, size = 5) =>
    harness.call(token, workOrderCalls.page, { keyword, size, needCount: false })
  const codes = async (token: string, keyword: string) =>
    (await newest(token, keyword)).pageList.map(({ workCode }) => workCode)
  let admin: string

  beforeAll(async () => {
    admin = await harness.signIn('a_admin')
    const [east, , west] = harness.tenant.stations
    await harness.owner.query(`update station set name = '红柳沟一期' where id = $1`, [east!.id])
    await harness.owner.query(`update station set name = '长乐二期' where id = $1`, [west!.id])
    await addOrders(east!.id, 2, '逆变器停机')
    await addOrders(west!.id, 2, '逆变器停机')
  })

  it('find orders by station and description, in any order and by pinyin', async () => {
    const found = await codes(admin, '红柳沟 逆变器')
    expect(found).toHaveLength(2)
    for (const words of ['逆变器 红柳沟', 'hlg 逆变器', '逆变器 hongliugou', '红柳沟一期 停机 逆变器'])
      expect([words, await codes(admin, words)]).toEqual([words, found])
    expect(await codes(admin, 'zhangle 逆变器')).not.toEqual(found)
    expect(await codes(admin, 'changle 逆变器')).toHaveLength(2)
    expect(await codes(admin, '红柳沟 没有此词')).toEqual([])
    expect((await codes(admin, `${found[0]} 红柳沟`)).slice(0, 1)).toEqual(found.slice(0, 1))
  })

  it('find nothing elsewhere', async () => {
    const master = await harness.signIn('a_master')
    expect(await codes(master, '红柳沟')).toEqual([])
    expect(await codes(master, 'changle 逆变器')).toHaveLength(2)
    expect(await codes(await harness.signIn('b_admin'), '逆变器')).toEqual([])
  })

  it('find orders by the responsible person', async () => {
    const { id } = harness.tenant.users.a_worker!
    await harness.owner.query(`update app_user set realname = '单雄信' where id = $1`, [id])
    const [order] = (await newest(admin, 'hlg 逆变器')).pageList
    await harness.call(admin, workOrderCalls.assign, {
      id: order!.id,
      version: order!.version,
      liableUserId: harness.tenant.users.a_outsider!.id,
      planStartTime: '2030-01-01 08:00:00',
      planEndTime: '2030-01-02 18:00:00',
    })
    await harness.owner.query(`update app_user set realname = '单雄信' where id = $1`, [
      harness.tenant.users.a_outsider!.id,
    ])
    expect(await codes(admin, 'shanxx')).toEqual([order!.workCode])
    expect(await codes(admin, '单雄信 红柳沟')).toEqual([order!.workCode])
  })

  it('give the newest of all that the counted list has, few or many', async () => {
    for (const words of [
      '逆变器',
      '组件清洗',
      '红柳沟',
      '检查 绝缘',
      '查',
      '组件 清洗 1',
      '没有此词',
      'hlg',
      '甲公司',
    ]) {
      const counted = await harness.call(admin, workOrderCalls.page, { keyword: words, size: 5 })
      const first = await newest(admin, words)
      expect([words, first.pageList.map(({ id }) => id)]).toEqual([
        words,
        counted.pageList.map(({ id }) => id),
      ])
      expect(first.rowCount).toBeNull()
    }
  })

  it.each(['%', '_', `'`, `'; drop table station; --`, '\\', `%1$s`, '{}', `") or true`, '红柳沟%'])(
    'are no patterns and no SQL: %s',
    async (words) => {
      expect(await codes(admin, words)).toEqual([])
    },
  )
})
