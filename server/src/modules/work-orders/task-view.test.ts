import { MOST_BARS, taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertOrders } from '../../../test/insert-orders.ts'
import { runs } from '../../../test/runs.ts'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site
const ORDERS = 300

/** Plans of an hour to ninety days around the spring of 2028, of every state, at every station. */
const insert = (tenantId: number, stations: string[], people: string[], many: number) =>
  insertOrders(harness, { tenantId }, [
    `with o as (
      insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description, ops_source_category,
        flow_sts, other_sts, liable_user_id, assist_user_ids, liable_person, submit_time, terminate_reason,
        plan_start_time, plan_end_time)
      select 'GP20280101' || lpad(n::text, 6, '0'), ($1::bigint[])[1 + n % array_length($1::bigint[], 1)], 0, '',
        (array[1, 2, 7, 8, 12])[1 + n % 5], '计划 ' || n, '1', 1 + n % 5, (array[1, 2, 4, 5, 1])[1 + n % 5],
        case when n % 5 in (1, 2) then ($2::bigint[])[1 + n % 2] end,
        case when n % 3 = 0 then array[($2::bigint[])[1 + (n + 1) % 2]] else '{}' end, case when n % 5 between 1 and 3 then '甲' end,
        case when n % 5 = 2 then now() end, case when n % 5 = 4 then '重复' end, start_at,
        case when n % 13 = 0 then start_at else start_at + (1 + (n * n * 37) % 2160) * interval '1 hour' end
      from generate_series(1, $3::int) n
        cross join lateral (select '2028-01-01 00:00+08'::timestamptz + (n * 71 % 3600) * interval '1 hour' as start_at) t
      returning tenant_id, id, flow_sts, created_at)
    insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
      select tenant_id, id, created_at, '甲', 'import', flow_sts from o`,
    [stations, people, many],
  ])

type Known = {
  id: string
  depCode: string
  psId: string
  flowSts: number
  taskType: number
  people: string[]
  start: Date
  end: Date
}
let known: Known[]

beforeAll(async () => {
  const { tenant, otherTenant } = harness
  for (const [each, many] of [
    [tenant, ORDERS],
    [otherTenant, 40],
  ] as const) {
    const people = Object.values(each.users).filter(({ roleCode }) => roleCode === 'r10030')
    const stations = each.stations.map(({ id }) => id)
    await insert(
      each.tenantId,
      stations,
      people.map(({ id }) => id),
      many,
    )
  }
  const { rows } = await harness.owner.query<Known>(
    `select id, dep_code as "depCode", station_id as "psId", flow_sts as "flowSts", task_type as "taskType",
      array_remove(array_prepend(liable_user_id, assist_user_ids), null)::text[] as people,
      plan_start_time as start, plan_end_time as end
     from work_order where tenant_id = $1`,
    [tenant.tenantId],
  )
  known = rows
})

type Query = Sent<typeof taskViewCalls.gantt>
const gantt = (token: string, query: Query) => harness.call(token, taskViewCalls.gantt, query)

/** Days and nights are those of Shanghai. */
const startOf = (day: string) => new Date(`${day}T00:00:00+08:00`)
const dayAt = (at: number) => new Date(Date.UTC(2027, 11, 1 + at)).toISOString().slice(0, 10)

function expected({ begin, end, flowSts, taskType, liableUserId, psIds }: Query, scope: string): string[] {
  const from = startOf(begin)
  const until = new Date(startOf(end).getTime() + 86_400_000)
  return known
    .filter(({ start, end: ends }) => start < until && (ends > from || start >= from))
    .filter(({ depCode }) => depCode.startsWith(scope))
    .filter((order) => !flowSts || flowSts.includes(order.flowSts))
    .filter((order) => !taskType || taskType.includes(order.taskType))
    .filter((order) => !liableUserId || order.people.includes(liableUserId))
    .filter((order) => !psIds || psIds.split(',').includes(order.psId))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime() || Number(a.id) - Number(b.id))
    .map(({ id }) => id)
}

describe('the bars of a period', () => {
  it('are the plans that touch it, in any scope and under any filters', async () => {
    const { admin, master, outsider } = site.people
    const viewers = [
      [admin.token, 'A01'],
      [master.token, 'A01A02A01'],
      [outsider.token, 'A01A01'],
    ] as const
    const query = fc.record(
      {
        at: fc.nat(220),
        days: fc.nat(61),
        flowSts: fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }),
        taskType: fc.subarray([1, 2, 7, 8, 12], { minLength: 1 }),
        mine: fc.constant(true),
        psIds: fc.constant(harness.tenant.stations[2]!.id),
      },
      { requiredKeys: ['at', 'days'] },
    )
    const worker = site.people.worker.id
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...viewers),
        query,
        async ([token, scope], { at, days, mine, ...rest }) => {
          const asked = {
            begin: dayAt(at),
            end: dayAt(at + days),
            ...rest,
            ...(mine && { liableUserId: worker }),
          }
          const { bars, isCut } = await gantt(token, asked)
          expect(bars.map(({ id }) => id)).toEqual(expected(asked, scope))
          expect(isCut).toBe(false)
        },
      ),
      { numRuns: runs(60) },
    )
  })

  it('have the people who execute them, and the days on which nobody works', async () => {
    const { bars, people, restDays } = await gantt(site.people.admin.token, {
      begin: '2028-02-28',
      end: '2028-03-12',
    })
    const executors = bars.flatMap(({ liableUserId, assistUserIds }) => [liableUserId ?? [], assistUserIds])
    expect(people.map(({ id }) => id).toSorted()).toEqual([...new Set(executors.flat(2))].toSorted())
    expect(people.every(({ realname, departName }) => realname !== '' && departName !== '')).toBe(true)
    expect(restDays).toEqual(['2028-03-04', '2028-03-05', '2028-03-11', '2028-03-12'])
  })

  it('are at most so many, those that begin first, and the answer says so', async () => {
    const { tenantId, stations } = harness.tenant
    await insertOrders(harness, { tenantId }, [
      `with o as (
        insert into work_order (work_code, station_id, psa_id, dep_code, task_type, task_description,
          ops_source_category, plan_start_time, plan_end_time)
        select 'GM' || n, $1, 0, '', 12, '很多', '1', '2029-06-01 08:00+08'::timestamptz + n * interval '1 minute',
          '2029-06-10 08:00+08'
        from generate_series(1, $2::int) n returning tenant_id, id, flow_sts, created_at)
      insert into work_order_event (tenant_id, order_id, at, actor_name, action, to_sts)
        select tenant_id, id, created_at, '甲', 'import', flow_sts from o`,
      [stations[0]!.id, MOST_BARS + 1],
    ])
    const answer = await gantt(site.people.admin.token, { begin: '2029-06-01', end: '2029-06-14' })
    expect(answer.isCut).toBe(true)
    expect(answer.bars).toHaveLength(MOST_BARS)
    expect(answer.bars[0]!.planStartTime).toBe('2029-06-01 08:01:00')
  })

  it.each<[object, RegExp]>([
    [{ begin: '2028-03-02', end: '2028-03-01' }, /结束日期应不早于开始日期/],
    [{ begin: '2028-01-01', end: '2028-03-03' }, /最多查看 62 天/],
    [{ begin: '2028-02-30', end: '2028-03-03' }, /没有这一天/],
    [{ end: '2028-03-03' }, /开始日期/],
    [{ begin: '2028-03-01', end: '2028-03-03', liableUserId: 'x' }, /人员/],
  ])('are refused for %j', async (wrong, says) => {
    const { message } = await harness.refused(site.people.admin.token, taskViewCalls.gantt, wrong)
    expect(message).toMatch(says)
  })

  it('never cross the tenant', async () => {
    const { bars } = await gantt(site.people.foreigner.token, { begin: '2028-03-01', end: '2028-03-31' })
    expect(bars.length).toBeGreaterThan(0)
    const own = new Set(known.map(({ id }) => id))
    expect(bars.some(({ id }) => own.has(id))).toBe(false)
  })
})

describe('a column of the board', () => {
  it('is paged with its exact number, and tells how far the work is', async () => {
    const { admin, master, worker } = site.people
    const assigned = await site.assignTo(await site.create())
    const started = await harness.call(worker.token, workOrderCalls.start, assigned)
    const { stepList, ...document } = await site.filled(started.id)
    const half = stepList.map((step, at) => (at === 0 ? step : { ...step, done: false, doneAt: null }))
    await harness.call(worker.token, workOrderCalls.execute, {
      ...started,
      ...document,
      stepList: half,
      submit: false,
    })
    const page = (token: string, input: Sent<typeof taskViewCalls.page>) =>
      harness.call(token, taskViewCalls.page, input)
    const asked = { flowSts: [2], liableUserId: worker.id, keyword: '3 号逆变器' }
    const { pageList, rowCount } = await page(master.token, asked)
    expect(rowCount).toBe(1)
    expect(pageList).toMatchObject([{ id: started.id, stepCount: stepList.length, doneCount: 1 }])
    expect((await page(site.people.outsider.token, asked)).rowCount).toBe(0)
    // Every order once, over the pages.
    const seen = new Set<string>()
    for (let curPage = 1; curPage <= 4; curPage++)
      for (const { id } of (await page(admin.token, { flowSts: [4], curPage, size: 20 })).pageList)
        seen.add(id)
    expect(seen.size).toBe(known.filter(({ flowSts }) => flowSts === 4).length)
  })
})

it('both are refused to those who may not see orders', async () => {
  const platform = await harness.signIn('a_platform')
  for (const [call, input] of [
    [taskViewCalls.gantt, { begin: '2028-03-01', end: '2028-03-03' }],
    [taskViewCalls.page, {}],
  ] as const)
    expect((await harness.refused(platform, call, input)).status).toBe(403)
})
