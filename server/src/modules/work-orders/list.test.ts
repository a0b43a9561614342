import { flowStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { orderSortFields } from '@heliodesk/contract/work-order-list.ts'
import { workOrderCalls as calls } from '@heliodesk/contract/work-orders.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { insertOrders } from '../../../test/insert-orders.ts'
import { runs } from '../../../test/runs.ts'

const harness = useHarness()
const ORDERS = 400

/** Orders of every kind at every station, inserted with plain SQL; the model that lists are compared with. */
beforeAll(async () => {
  for (const [tenant, many] of [
    [harness.tenant, ORDERS],
    [harness.otherTenant, 50],
  ] as const) {
    const stations = tenant.stations.map((station) => station.id)
    const [user, helper] = Object.values(tenant.users).filter((each) => each.roleCode === 'r10030')
    await insertOrders(harness, tenant, [
      `with o as (
       insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
         flow_sts, other_sts, liable_user_id, assist_user_ids, liable_person, submit_time, terminate_reason,
         plan_start_time, plan_end_time, loss_power, created_at)
       select 'GD20250101' || lpad(n::text, 6, '0'), ($1::bigint[])[1 + n % array_length($1::bigint[], 1)], 0, '',
         (array[1,2,7,8,12])[1 + n % 5], case when n % 7 = 0 then '逆变器绝缘阻抗低 ' || n else '组件清洗 ' || n end, '1',
         1 + n % 5, (array[1, 2, 4, 5, 1])[1 + n % 5], case when n % 5 in (1, 2) then $2::bigint end,
         case when n % 3 = 0 then array[$4::bigint] else '{}' end, case when n % 5 between 1 and 3 then '甲' end,
         case when n % 5 = 2 then now() end, case when n % 5 = 4 then '重复' end,
         now() - interval '3 days' - n % 9 * interval '1 hour', now() + (n % 40 - 20) * interval '1 hour', n % 13, now() - n * interval '1 minute'
       from generate_series(1, $3::int) n returning tenant_id, id, flow_sts, created_at
       )
       insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
       select tenant_id, id, created_at, '甲', 'import', flow_sts from o`,
      [stations, user!.id, many, helper!.id],
    ])
  }
})

const signIn = (roleCode: string, depCode: string) => {
  const user = Object.values(harness.tenant.users).find(
    (each) => each.roleCode === roleCode && each.depCode === depCode,
  )!
  return harness.signIn(user.username)
}

type ModelRow = {
  id: string
  station_id: string
  psa_id: string
  flow_sts: number
  dep_code: string
  task_type: number
  task_description: string
  liable_user_id: string | null
  assist_user_ids: string[]
}

async function modelRows(): Promise<ModelRow[]> {
  const { rows } = await harness.owner.query<ModelRow>(
    'select id, station_id, psa_id, flow_sts, dep_code, task_type, task_description, liable_user_id, assist_user_ids from work_order where tenant_id = $1 order by created_at desc, id desc',
    [harness.tenant.tenantId],
  )
  return rows
}

type Scope = { depCodes?: string[]; psaIds?: string[]; psIds?: string[] }

/** In any of the chosen departments, sub-areas and stations, if there are any. */
function isInScope({ depCodes = [], psaIds = [], psIds = [] }: Scope, row: ModelRow): boolean {
  if (depCodes.length + psaIds.length + psIds.length === 0) return true
  return (
    depCodes.some((code) => row.dep_code.startsWith(code)) ||
    psaIds.includes(row.psa_id) ||
    psIds.includes(row.station_id)
  )
}

const joined = <T extends Scope>({ depCodes, psaIds, psIds, ...rest }: T) => ({
  ...rest,
  ...(depCodes && { depCodes: depCodes.join(',') }),
  ...(psaIds && { psaIds: psaIds.join(',') }),
  ...(psIds && { psIds: psIds.join(',') }),
})

describe('the list', () => {
  it('shows exactly what scope and filters admit, with the exact total, for random filters', async () => {
    const all = await modelRows()
    const viewers: { token: string; scope: string; id?: string }[] = [
      { token: await signIn('admin', 'A01'), scope: '' },
      { token: await signIn('r10020', 'A01A02A01'), scope: 'A01A02A01' },
      { token: await signIn('r10020', 'A01A01'), scope: 'A01A01' },
      ...(await Promise.all(
        ['a_worker', 'a_colleague'].map(async (name) => ({
          token: await harness.signIn(name),
          scope: 'A01A02A01',
          id: harness.tenant.users[name]!.id,
        })),
      )),
    ]
    const stationIds = harness.tenant.stations.map(({ id }) => id)
    const psaIds = [...new Set(all.map((row) => row.psa_id))]
    // More than the statement contains as ranges.
    const manyCodes = Array.from({ length: 12 }, (_each, at) => `A01B${String(at + 10)}`)
    const filter = fc.record(
      {
        flowSts: fc.uniqueArray(fc.constantFrom<1 | 2 | 3 | 4 | 5>(1, 2, 3, 4, 5), { minLength: 1 }),
        taskType: fc.uniqueArray(fc.constantFrom<number>(1, 2, 7, 8, 12), { minLength: 1 }),
        depCode: fc.constantFrom('A01', 'A01A01', 'A01A02', 'A01A02A01', 'A99'),
        mine: fc.boolean(),
        depCodes: fc.uniqueArray(fc.constantFrom('A01A01', 'A01A02A01', 'A99', ...manyCodes), {
          minLength: 1,
        }),
        psaIds: fc.uniqueArray(fc.constantFrom(...psaIds, '999999'), { minLength: 1, maxLength: 2 }),
        psIds: fc.uniqueArray(fc.constantFrom(...stationIds, '999999'), { minLength: 1, maxLength: 3 }),
        keyword: fc.constantFrom('绝缘', '清洗 1', '阻', 'GD2025010100001', '没有这样的描述'),
      },
      { requiredKeys: [] },
    )
    const paging = fc.record({
      curPage: fc.integer({ min: 1, max: 12 }),
      size: fc.constantFrom(5, 10, 20, 100),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...viewers),
        filter,
        paging,
        fc.boolean(),
        async (viewer, chosen, page, folded) => {
          if (folded) await harness.pool.query('select app.fold_work_order_counts()')
          const expected = all.filter(
            (row) =>
              row.dep_code.startsWith(viewer.scope) &&
              (!chosen.flowSts || chosen.flowSts.includes(row.flow_sts as 1)) &&
              (!chosen.taskType || chosen.taskType.includes(row.task_type)) &&
              (!chosen.depCode || row.dep_code.startsWith(chosen.depCode)) &&
              isInScope(chosen, row) &&
              (!chosen.mine || isOf(viewer.id, row)) &&
              (!chosen.keyword ||
                (chosen.keyword.startsWith('GD')
                  ? codeOf(row, all).startsWith(chosen.keyword)
                  : chosen.keyword.split(' ').every((word) => row.task_description.includes(word)))),
          )
          const answer = await harness.call(viewer.token, calls.page, { ...joined(chosen), ...page })
          expect(answer.rowCount).toBe(expected.length)
          const start = (page.curPage - 1) * page.size
          expect(answer.pageList.map((row) => row.id)).toEqual(
            expected.slice(start, start + page.size).map((row) => row.id),
          )
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('is narrowed to chosen orders and to a subclass, also where it is searched', async () => {
    const admin = await signIn('admin', 'A01')
    const all = await modelRows()
    const some = all.filter(({ task_description }) => task_description.includes('绝缘')).map(({ id }) => id)
    await harness.owner.query(`update work_order set work_subclass = '逆变器故障' where id = any($1)`, [
      some.slice(0, 5),
    ])
    const listed = async (query: object) =>
      (await harness.call(admin, calls.page, { ...query, size: 100 })).pageList.map(({ id }) => id)
    for (const keyword of [undefined, '绝缘']) {
      expect(await listed({ workSubclass: '逆变器故障', ...(keyword && { keyword }) })).toEqual(
        some.slice(0, 5),
      )
      expect(await listed({ ids: some.slice(2, 9), ...(keyword && { keyword }) })).toEqual(some.slice(2, 9))
    }
    expect(await listed({ workSubclass: '逆变器', keyword: '绝缘' })).toEqual([])
  })

  it('counts by state agree with the list', async () => {
    for (const token of [await signIn('admin', 'A01'), await signIn('r10020', 'A01A02A01')]) {
      const { byStatus, overdue } = await harness.call(token, calls.count, {})
      for (const status of Object.keys(flowStatuses).map(Number) as (1 | 2 | 3 | 4 | 5)[]) {
        const { rowCount } = await harness.call(token, calls.page, { flowSts: [status], size: 5 })
        expect(rowCount).toBe(byStatus[status])
      }
      expect((await harness.call(token, calls.page, { overdue: true })).rowCount).toBe(overdue)
    }
  })

  it('counts by state within chosen departments, sub-areas and stations, and refuses what is no id of one', async () => {
    const token = await signIn('admin', 'A01')
    const [one] = harness.tenant.stations
    const scope = { depCodes: 'A01A01', psIds: one!.id }
    const { byStatus } = await harness.call(token, calls.count, scope)
    const { rowCount } = await harness.call(token, calls.page, scope)
    expect(Object.values(byStatus).reduce((sum, each) => sum + each, 0)).toBe(rowCount)
    await expect(harness.call(token, calls.page, { psIds: '1;drop' })).rejects.toThrow('电站范围')
  })

  it('is sorted by every field it offers, in both directions', async () => {
    const token = await signIn('admin', 'A01')
    for (const orderField of orderSortFields) {
      const ids = async (orderType: 'asc' | 'desc') =>
        (await harness.call(token, calls.page, { orderField, orderType, size: 500 })).pageList
      const ascending = (await ids('asc'))
        .map((row) => valueOf(row, orderField))
        .filter((value) => value !== null)
      const descending = (await ids('desc'))
        .map((row) => valueOf(row, orderField))
        .filter((value) => value !== null)
      expect(ascending.length).toBeGreaterThan(0)
      expect(ascending).toEqual(ascending.toSorted(compare))
      expect(descending).toEqual(descending.toSorted(compare).toReversed())
    }
  })

  it('has every order once over its pages, and those without a value last', async () => {
    const token = await signIn('admin', 'A01')
    for (const orderField of orderSortFields) {
      for (const orderType of ['asc', 'desc'] as const) {
        const page = async (size: number, curPage: number) =>
          (await harness.call(token, calls.page, { orderField, orderType, size, curPage })).pageList
        const whole = await page(500, 1)
        const paged: string[] = []
        for (let curPage = 1; paged.length < whole.length; curPage++)
          paged.push(...(await page(37, curPage)).map(({ id }) => id))
        expect([orderField, orderType, paged]).toEqual([orderField, orderType, whole.map(({ id }) => id)])
        expect(new Set(paged).size).toBe(whole.length)
        const isWithout = whole.map((row) => valueOf(row, orderField) === null)
        // A closed order has lost nothing, like an open one without loss.
        if (orderField !== 'lossPower')
          expect(isWithout).toEqual(isWithout.toSorted((one, other) => Number(one) - Number(other)))
      }
    }
  })

  it('does not count again when only the page changes', async () => {
    const token = await signIn('admin', 'A01')
    const answer = await harness.call(token, calls.page, { curPage: 2, needCount: false })
    expect(answer.rowCount).toBeNull()
    expect(answer.pageList).toHaveLength(10)
  })

  it.each([
    [{ size: 501 }, /每页条数（size）/],
    [{ curPage: 0 }, /页码（curPage）/],
    [{ orderField: 'work_code; drop table work_order' }, /排序字段（orderField）：不能按此字段排序/],
    [{ flowSts: ['1 or 1=1'] }, /状态/],
    [{ depCode: "A01' or '1'='1" }, /运维班组（depCode）：不是有效的部门编码/],
    [{ psId: ['x'] }, /电站（psId.0）：不是有效的编号|psId\.0/],
  ])('refuses %j naming the field', async (wrong, says) => {
    const { status, message } = await harness.refused(await signIn('admin', 'A01'), calls.page, wrong)
    expect(status).toBe(400)
    expect(message).toMatch(says)
  })
})

const isOf = (userId: string | undefined, row: ModelRow) =>
  userId !== undefined &&
  [2, 3].includes(row.flow_sts) &&
  (row.liable_user_id === userId || row.assist_user_ids.includes(userId))

const codeOf = (row: ModelRow, all: ModelRow[]) =>
  `GD20250101${String(all.indexOf(row) + 1).padStart(6, '0')}`

type Row = {
  createTime: string
  lossPower: number
  flowSts: number
  workCode: string
  overHours: number | null
}

/** A closed order has no loss and is not overdue, so it is left out of these rankings. */
function valueOf(row: Row & Record<string, unknown>, field: string): string | number | null {
  if (field === 'lossPower') return row.flowSts < 4 ? row.lossPower : null
  if (field === 'overHours') return row.flowSts < 4 ? row.overHours : null
  return row[field] as string | null
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
