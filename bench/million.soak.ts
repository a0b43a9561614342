import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../server/test/harness.ts'
import { openSession } from '../server/test/hire.ts'
import { prepareDataset, type Dataset } from './dataset.ts'
import { useWatchedServer } from './watched-server.fixture.ts'

const ORDERS = Number(process.env.HELIODESK_SOAK_ORDERS ?? 1_000_000)
const OWN_DEPARTMENT = 'A01A05'

type Filter = Sent<typeof calls.page>
type Viewer = { name: string; token: string; scope: string }

const harness = useHarness()
let dataset: Dataset
let viewers: Viewer[]
let station: string

beforeAll(async () => {
  dataset = await prepareDataset(harness.url, ORDERS)
  const { tenantId, userId, executorId } = dataset
  await harness.owner.query(
    `update app_user set department_id = (select id from department where tenant_id = $1 and org_code = $2)
     where tenant_id = $1 and id = $3`,
    [tenantId, OWN_DEPARTMENT, executorId],
  )
  const tenant = { ...harness.tenant, tenantId }
  viewers = [
    { name: 'everything', token: await openSession(harness, userId, tenant), scope: 'A01' },
    { name: 'one department', token: await openSession(harness, executorId, tenant), scope: OWN_DEPARTMENT },
  ]
  const { rows } = await harness.owner.query<{ id: string; size: string }>(
    `select id, pg_size_pretty(pg_database_size(current_database())) as size from station
     where tenant_id = $1 and dep_code = $2 limit 1`,
    [tenantId, OWN_DEPARTMENT],
  )
  station = rows[0]!.id
  process.stdout.write(`${ORDERS} orders, ${rows[0]!.size} of disk\n`)
}, 30 * 60_000)

const numberOf = async (condition: string, viewer: Viewer): Promise<number> => {
  const { rows } = await harness.owner.query<{ n: string }>(
    `select count(*) as n from work_order o where tenant_id = $1 and starts_with(dep_code, $2) and ${condition}`,
    [dataset.tenantId, viewer.scope],
  )
  return Number(rows[0]!.n)
}

const page = (viewer: Viewer, filter: Filter) => harness.call(viewer.token, calls.page, filter)

/** Filters of the list with their meaning in plain SQL. */
const totals = (): [Filter, string][] => [
  [{}, 'true'],
  ...([1, 2, 3, 4, 5] as const).map((status): [Filter, string] => [
    { flowSts: [status] },
    `flow_sts = ${status}`,
  ]),
  [{ flowSts: [2, 3] }, 'flow_sts in (2, 3)'],
  [{ depCode: OWN_DEPARTMENT, flowSts: [2] }, `starts_with(dep_code, '${OWN_DEPARTMENT}') and flow_sts = 2`],
  [{ depCode: 'A01A07' }, `starts_with(dep_code, 'A01A07')`],
  [{ psId: [station] }, `station_id = ${station}`],
  [{ taskType: [8], flowSts: [4] }, 'task_type = 8 and flow_sts = 4'],
  [{ overdue: true, taskType: [7] }, 'flow_sts < 4 and plan_end_time < now() and task_type = 7'],
  [
    { keyword: '第 4711 次' },
    `task_description like '%第%' and task_description like '%4711%' and task_description like '%次%'`,
  ],
  [{ keyword: '热斑', flowSts: [1] }, `task_description like '%热斑%' and flow_sts = 1`],
  [{ keyword: 'GD2026010100' }, `work_code like 'GD2026010100%'`],
]

async function expectExactTotals() {
  for (const viewer of viewers) {
    for (const [filter, condition] of totals()) {
      const { rowCount } = await page(viewer, { ...filter, size: 5 })
      expect([viewer.name, filter, rowCount]).toEqual([
        viewer.name,
        filter,
        await numberOf(condition, viewer),
      ])
    }
    const { byStatus, overdue } = await harness.call(viewer.token, calls.count, {})
    for (const status of [1, 2, 3, 4, 5] as const)
      expect(byStatus[status]).toBe(await numberOf(`flow_sts = ${status}`, viewer))
    expect(overdue).toBe(await numberOf('flow_sts < 4 and plan_end_time < now()', viewer))
  }
}

describe(`at ${ORDERS} orders`, () => {
  it('every total is what count(*) says', expectExactTotals)

  it('a walk through all pages meets every order once, in order', async () => {
    for (const viewer of viewers) {
      const { rows } = await harness.owner.query<{ id: string }>(
        `select id from work_order where tenant_id = $1 and starts_with(dep_code, $2) order by created_at desc, id desc`,
        [dataset.tenantId, viewer.scope],
      )
      const walked = await walk(viewer, {}, (row) => row.id)
      expect(walked.length).toBe(rows.length)
      expect(walked.findIndex((id, at) => id !== rows[at]!.id)).toBe(-1)
    }
  })

  it.each([
    ['lossPower', 'open_loss'],
    ['planStartTime', 'plan_start_time'],
    ['planEndTime', 'plan_end_time'],
    ['workCode', 'work_code'],
  ] as const)('a walk sorted by %s misses nothing and repeats nothing', async (orderField, column) => {
    const { rows } = await harness.owner.query<{ id: string }>(
      `select id from work_order where tenant_id = $1 and flow_sts = 2
       order by ${column} desc nulls last, created_at desc, id desc`,
      [dataset.tenantId],
    )
    const walked = await walk(viewers[0]!, { flowSts: [2], orderField, orderType: 'desc' }, (row) => row.id)
    expect(walked.length).toBe(rows.length)
    expect(walked.findIndex((id, at) => id !== rows[at]!.id)).toBe(-1)
  })

  it('totals stay exact through a stream of writes, folded or not', async () => {
    const [viewer] = viewers as [Viewer]
    const before = (await page(viewer, {})).rowCount!
    const created = await Promise.all(
      Array.from({ length: 400 }, () =>
        harness.call(viewer.token, calls.insert, {
          psId: station,
          taskType: 12,
          taskDescription: '并发新建',
        }),
      ),
    )
    await Promise.all(
      created
        .filter((_order, at) => at % 2 === 0)
        .map(({ id, version }) =>
          harness.call(viewer.token, calls.terminate, { id, version, reason: '重复' }),
        ),
    )
    expect((await page(viewer, {})).rowCount).toBe(before + created.length)
    expect((await page(viewer, { size: 500 })).pageList.slice(0, created.length).map(({ id }) => id)).toEqual(
      expect.arrayContaining(created.map(({ id }) => id)),
    )
    await expectExactTotals()
    await harness.pool.query('select app.fold_work_order_counts()')
    await expectExactTotals()
    const { rows } = await harness.owner.query(
      `select from (
         select tenant_id, station_id, flow_sts, count(*) as n from work_order group by 1, 2, 3
       ) counted full join (
         select * from work_order_count where n <> 0
       ) kept using (tenant_id, station_id, flow_sts) where counted.n is distinct from kept.n`,
    )
    expect(rows).toHaveLength(0)
  })
})

type Row = Awaited<ReturnType<typeof page>>['pageList'][number]

async function walk<T>(viewer: Viewer, filter: Filter, take: (row: Row) => T): Promise<T[]> {
  const taken: T[] = []
  for (let curPage = 1; ; curPage++) {
    const { pageList, rowCount } = await page(viewer, { ...filter, curPage, size: 500 })
    for (const row of pageList) taken.push(take(row))
    if (pageList.length < 500) {
      expect(rowCount).toBe(taken.length)
      return taken
    }
  }
}

describe('plans', () => {
  const server = useWatchedServer(harness)

  const order = async (status: number) => {
    const { rows } = await harness.owner.query<{ id: string; version: number }>(
      'select id, version from work_order where tenant_id = $1 and station_id = $2 and flow_sts = $3 limit 1',
      [dataset.tenantId, station, status],
    )
    return rows[0]!
  }

  const thisMonth = () => {
    const today = new Date().toISOString().slice(0, 10)
    return { flowEndTimeBegin: `${today.slice(0, 8)}01 00:00:00`, flowEndTimeEnd: `${today} 23:59:59` }
  }

  /**
   * The most frequent calls, and the maximum rows of orders and their history that each may read: a few for calls that
   * open a record, the tenant's open orders (31,000, once for the page and once for its total) for those that need all
   * of them.
   */
  const hot: [what: string, path: string, body: () => object | Promise<object>, most: number][] = [
    ['the newest', '/ops/order/page', () => ({}), 1000],
    ['one state', '/ops/order/page', () => ({ flowSts: [4] }), 1000],
    ['two states', '/ops/order/page', () => ({ flowSts: [2, 3] }), 10_000],
    ['a department and a state', '/ops/order/page', () => ({ depCode: OWN_DEPARTMENT, flowSts: [2] }), 2000],
    ['a station', '/ops/order/page', () => ({ psId: [station] }), 1000],
    ['mine', '/ops/order/page', () => ({ mine: true }), 60_000],
    ['of one person', '/ops/order/page', () => ({ liableUserId: dataset.executorId }), 1000],
    ['overdue', '/ops/order/page', () => ({ overdue: true }), 70_000],
    ['a work code', '/ops/order/page', () => ({ keyword: 'GD2026010100' }), 1000],
    ['a rare keyword', '/ops/order/page', () => ({ keyword: '第 4711 次' }), 10_000],
    [
      'the search of the header',
      '/ops/order/page',
      () => ({ keyword: '热斑 电站', size: 5, needCount: false }),
      10_000,
    ],
    ['a deep page', '/ops/order/page', () => ({ flowSts: [4], curPage: 700 }), 10_000],
    ['the counts', '/ops/order/count', () => ({}), 70_000],
    ['what waits for me', '/ops/order/page', () => ({ todo: true }), 70_000],
    ['what was closed this month', '/ops/order/page', () => ({ flowSts: [4], ...thisMonth() }), 30_000],
    ['the numbers of the home page', '/ops/dashboard/overview', () => ({ period: 'year' }), 35_000],
    [
      'the numbers of a department',
      '/ops/dashboard/overview',
      () => ({ period: 'year', depCode: OWN_DEPARTMENT }),
      2000,
    ],
    ['to-dos', '/ops/dashboard/todos', () => ({}), 35_000],
    ['the ranking', '/ops/dashboard/ranking', () => ({}), 35_000],
    ['the load of people', '/ops/dashboard/people', () => ({}), 70_000],
    ['the stations on the map', '/ops/dashboard/places', () => ({}), 35_000],
    ['a detail', '/ops/order/detail', () => order(4), 10],
    ['a history', '/ops/order/history', () => order(4), 10],
    ['a create', '/ops/order/insert', () => ({ psId: station, taskType: 12, taskDescription: '新建' }), 10],
    ['a claim', '/ops/order/claim', () => order(1), 10],
  ]

  it.each(hot)('%s reads few orders and never a whole table', async (what, path, body, most) => {
    for (const viewer of viewers) {
      // From the sixth execution on a statement may use its generic plan.
      for (let time = 1; time <= 8; time++) {
        const reports = await server.plansOf(viewer.token, path, await body())
        const scans = reports
          .flatMap((report) => report.scans)
          .filter(({ table }) => table === 'work_order' || table === 'work_order_event')
        const rows = scans.reduce((sum, scan) => sum + scan.rows, 0)
        const milliseconds = reports.reduce((sum, report) => sum + report.milliseconds, 0)
        if (time === 8)
          process.stdout.write(
            `${what} for ${viewer.name}: ${rows} rows, ${milliseconds.toFixed(1)} ms, ${scans.map(({ how }) => how).join(', ')}\n`,
          )
        expect(scans.filter(({ how }) => how === 'Seq Scan')).toEqual([])
        expect(scans.length).toBeGreaterThan(0)
        expect(rows).toBeLessThanOrEqual(most)
      }
    }
  })
})
