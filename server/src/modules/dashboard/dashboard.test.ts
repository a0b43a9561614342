import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { dashboardCalls as calls, RECENT_DAYS, SHORT_LIST } from '@heliodesk/contract/dashboard.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { daysAfter } from './calendar.ts'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'

const harness = useHarness()

type Viewer = { name: string; token: string; depCode?: string }
let viewers: Viewer[]

beforeAll(async () => {
  harness.clock.set('2026-11-21T14:32:00+08:00')
  await fillWithOrders(harness, harness.tenant, 600)
  await fillWithOrders(harness, harness.otherTenant, 70)
  const related = await hire(harness, {
    username: 'related',
    codes: ['dashboard:view', 'order:list', 'order:check', 'station:list'],
    depCode: 'A01A01',
    relPsaIds: [harness.tenant.stations[1]!.psaId],
  })
  const of = async (name: string, depCode?: string): Promise<Viewer> => ({
    name,
    token: await harness.signIn(name),
    ...(depCode ? { depCode } : {}),
  })
  viewers = [
    await of('a_admin'),
    await of('a_admin', 'A01A02'),
    await of('a_manager'),
    await of('a_manager', 'A01A02A01'),
    await of('a_master'),
    await of('a_worker'),
    await of('a_east_master'),
    await of('a_guest'),
    await of('b_admin'),
    { name: 'related projects', token: related.token },
  ]
})

const placeOf = ({ depCode }: Viewer) => (depCode ? { depCode } : {})

const list = (viewer: Viewer, filter: Sent<typeof workOrderCalls.page>) =>
  harness.call(viewer.token, workOrderCalls.page, { ...placeOf(viewer), ...filter })

const countOf = async (viewer: Viewer, filter: Sent<typeof workOrderCalls.page>) =>
  (await list(viewer, { ...filter, size: 5 })).rowCount!

const overview = (viewer: Viewer, period: 'day' | 'month' | 'year' = 'month') =>
  harness.call(viewer.token, calls.overview, { ...placeOf(viewer), period })

/** All rows of a list. */
async function all(viewer: Viewer, filter: Sent<typeof workOrderCalls.page>) {
  const { pageList, rowCount } = await list(viewer, { ...filter, size: 500 })
  expect(rowCount).toBeLessThanOrEqual(500)
  return pageList
}

const inDays = (name: 'createTime' | 'flowEndTime', begin: string, end: string) => ({
  [`${name}Begin`]: `${begin} 00:00:00`,
  [`${name}End`]: `${end} 23:59:59`,
})

describe('each number is what the list it leads to counts', () => {
  it.each(['not folded', 'folded'])('for people of every scope and another tenant, %s', async (how) => {
    if (how === 'folded')
      await harness.pool.query('select app.fold_work_order_counts(), app.fold_work_order_days()')
    const totals = new Set<number>()
    for (const viewer of viewers) {
      for (const period of ['day', 'month', 'year'] as const) {
        const answer = await overview(viewer, period)
        const { begin, end, created, finished, terminated } = answer.period
        const counted = {
          created: await countOf(viewer, inDays('createTime', begin, end)),
          finished: await countOf(viewer, { flowSts: [4], ...inDays('flowEndTime', begin, end) }),
          terminated: await countOf(viewer, { flowSts: [5], ...inDays('flowEndTime', begin, end) }),
        }
        expect([viewer.name, period, { created, finished, terminated }]).toEqual([
          viewer.name,
          period,
          counted,
        ])
      }
      const { byStatus, overdue, loss, types, days } = await overview(viewer)
      for (const status of [1, 2, 3, 4, 5] as const)
        expect(byStatus[status]).toBe(await countOf(viewer, { flowSts: [status] }))
      expect(overdue.orders).toBe(await countOf(viewer, { overdue: true }))
      const open = await all(viewer, { flowSts: [1, 2, 3] })
      expect(loss.orders).toBe(open.filter((row) => row.lossPower > 0).length)
      expect(loss.lossPower).toBeCloseTo(open.reduce((sum, row) => sum + row.lossPower, 0))
      for (const { taskType, orders } of types)
        expect(orders).toBe(await countOf(viewer, { flowSts: [1, 2, 3], taskType: [taskType] }))
      expect(types.reduce((sum, { orders }) => sum + orders, 0)).toBe(open.length)
      expect(days).toHaveLength(RECENT_DAYS)
      for (const { day, created, finished } of days.slice(-9)) {
        expect(created).toBe(await countOf(viewer, inDays('createTime', day, day)))
        expect(finished).toBe(await countOf(viewer, { flowSts: [4], ...inDays('flowEndTime', day, day) }))
      }
      totals.add(open.length)
    }
    // Makes sure that the people see different data.
    expect(totals.size).toBeGreaterThanOrEqual(5)
    expect(Math.min(...totals)).toBeGreaterThan(0)
  })

  it('stations and their capacity are those of the archive', async () => {
    for (const viewer of viewers) {
      const { stations } = await overview(viewer)
      const { total, list: rows } = await harness.call(viewer.token, stationCalls.page, {
        ...placeOf(viewer),
        maintenanceStatus: '1',
        size: 100,
      })
      expect(stations.inService).toBe(total)
      expect(stations.capacityKwp).toBe(rows.reduce((sum, row) => sum + (row.capacityKwp ?? 0), 0))
      expect(stations.retired).toBe(0)
    }
  })

  it('the longest lateness is the most of the list', async () => {
    for (const viewer of viewers) {
      const { overdue } = await overview(viewer)
      const late = (await all(viewer, { overdue: true })).map((row) => row.overHours!)
      expect(overdue.longestHours).toBeCloseTo(Math.max(...late), 0)
    }
  })
})

type Todos = Received<typeof calls.todos>

describe('my to-dos', () => {
  it('are the orders whose next step is mine, the first due first, and as many as the list says', async () => {
    const kinds = new Set<string>()
    for (const viewer of viewers) {
      const todos: Todos = await harness.call(viewer.token, calls.todos, placeOf(viewer))
      const listed = await all(viewer, { todo: true })
      expect([viewer.name, todos.total]).toEqual([viewer.name, listed.length])
      const counts = await harness.call(viewer.token, workOrderCalls.count, placeOf(viewer))
      expect(counts.todo).toBe(todos.total)
      expect(todos.overdue).toBe(await countOf(viewer, { todo: true, overdue: true }))
      const byDue = listed.toSorted((a, b) => (a.planEndTime ?? '9').localeCompare(b.planEndTime ?? '9'))
      expect(todos.rows.map((row) => row.planEndTime)).toEqual(
        byDue.slice(0, SHORT_LIST).map((row) => row.planEndTime),
      )
      for (const row of todos.rows) kinds.add(row.step)
    }
    expect([...kinds].toSorted()).toEqual(['assign', 'check', 'execute'])
  })

  it('hold what one may do and nothing else', async () => {
    const of = (name: string) => viewers.find((viewer) => viewer.name === name)!
    const master = await all(of('a_master'), { todo: true })
    expect(master.some((row) => row.flowSts === 1) && master.some((row) => row.flowSts === 3)).toBe(true)
    const masterId = harness.tenant.users['a_master']!.id
    for (const row of master.filter(({ flowSts }) => flowSts === 3))
      expect([7, 8].includes(row.taskType) && row.reporterId === masterId).toBe(false)
    const workerId = harness.tenant.users['a_worker']!.id
    const worker = await all(of('a_worker'), { todo: true })
    expect(worker.length).toBeGreaterThan(0)
    for (const row of worker) {
      expect(row.flowSts).toBe(2)
      expect([row.liableUserId, ...row.assistUserIds]).toContain(workerId)
    }
    expect(await all(of('a_guest'), { todo: true })).toEqual([])
  })

  it('can be searched for words and by the day of closing like every list', async () => {
    const viewer = viewers.find(({ name }) => name === 'a_master')!
    const todos = await all(viewer, { todo: true })
    const word = todos[0]!.taskDescription
    const found = await all(viewer, { todo: true, keyword: word })
    expect(found.map(({ id }) => id)).toContain(todos[0]!.id)
    const closed = await all(viewer, { flowSts: [4], ...inDays('flowEndTime', '2026-01-01', '2026-11-21') })
    const again = await all(viewer, {
      keyword: closed[0]!.taskDescription,
      ...inDays('flowEndTime', '2026-01-01', '2026-11-21'),
    })
    expect(again.map(({ id }) => id)).toContain(closed[0]!.id)
  })
})

describe('the ranking', () => {
  it('has the costliest open orders and the three latest, by loss and then by delay', async () => {
    for (const viewer of viewers) {
      const ranking = await harness.call(viewer.token, calls.ranking, placeOf(viewer))
      const open = await all(viewer, { flowSts: [1, 2, 3] })
      const byDelay = (a: (typeof open)[number], b: (typeof open)[number]) =>
        (a.planEndTime ?? '9').localeCompare(b.planEndTime ?? '9') || Number(a.id) - Number(b.id)
      const byLoss = (a: (typeof open)[number], b: (typeof open)[number]) =>
        b.lossPower - a.lossPower || byDelay(a, b)
      const late = open.filter((row) => row.overHours !== null).toSorted(byDelay)
      const costly = open.filter((row) => row.lossPower > 0).toSorted(byLoss)
      const chosen = [...new Set([...late.slice(0, 3), ...costly, ...late])].slice(0, SHORT_LIST)
      expect(ranking.map(({ id }) => id)).toEqual(chosen.toSorted(byLoss).map(({ id }) => id))
      expect(ranking.filter(({ overHours }) => overHours !== null).length).toBeGreaterThanOrEqual(
        Math.min(3, late.length),
      )
    }
  })
})

describe('the load of people', () => {
  it('is the number of open orders that the list has for each of them', async () => {
    for (const viewer of viewers) {
      const { rows, people } = await harness.call(viewer.token, calls.people, placeOf(viewer))
      const filters = await harness.call(viewer.token, workOrderCalls.people, {})
      if (!viewer.depCode) expect(people).toBe(filters.length)
      expect(rows.length).toBe(Math.min(people, SHORT_LIST))
      for (const { id, openOrders } of rows) {
        expect(openOrders).toBe(await countOf(viewer, { flowSts: [1, 2, 3], liableUserId: id }))
        expect(filters.map((person) => person.id)).toContain(id)
      }
      const loads = rows.map(({ openOrders }) => openOrders)
      expect(loads).toEqual(loads.toSorted((a, b) => b - a))
    }
  })
})

describe('mean times', () => {
  it('are those of the orders accepted in the recent days, without what was recorded as done', async () => {
    const viewer = viewers[0]!
    const { times } = await overview(viewer)
    const { recent } = times
    const end = toWireDay(harness.clock.now(), 'Asia/Shanghai')
    const closed = await all(viewer, {
      flowSts: [4],
      ...inDays('flowEndTime', daysAfter(end, 1 - RECENT_DAYS), end),
    })
    const timed = closed.filter((row) => row.otherSts !== 0)
    expect(timed.length).toBeLessThan(closed.length)
    expect(recent).toEqual({ orders: timed.length, respondHours: 1, repairHours: 3, acceptHours: 2 })
    expect(times.before.orders).toBeGreaterThan(0)
  })
})

it.each([
  [{ depCode: "A01' or true" }, /部门（depCode）：不是有效的部门编码/],
  [{ period: 'week' }, /统计周期（period）：应为 day、month 或 year/],
])('refuses %j naming the field', async (wrong, says) => {
  const { status, message } = await harness.refused(viewers[0]!.token, calls.overview, wrong)
  expect(status).toBe(400)
  expect(message).toMatch(says)
})

it('is for holders of dashboard:view, and a department out of scope shows nothing', async () => {
  const { message } = await harness.refused(await harness.signIn('a_platform'), calls.overview, {})
  expect(message).toContain('查看首页')
  const stranger: Viewer = {
    name: 'a_east_master',
    token: await harness.signIn('a_east_master'),
    depCode: 'A01A02',
  }
  const { byStatus, stations } = await overview(stranger)
  expect([stations.inService, ...Object.values(byStatus)]).toEqual([0, 0, 0, 0, 0, 0])
})
