import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { QUEUE_ROWS, workPortalCalls as calls } from '@heliodesk/contract/work-portal.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'

const site = useSite()
const { harness, create, assignTo, submitted } = site
const NOW = '2026-11-24T14:32:00+08:00'

const viewers = ['a_admin', 'a_manager', 'a_master', 'a_worker', 'a_east_master', 'a_shift', 'b_admin']
const tokens = new Map<string, string>()
const tokenOf = (name: string) => tokens.get(name)!

const statistics = (name: string, team = false) => harness.call(tokenOf(name), calls.statistics, { team })
const queue = (name: string, team = false) => harness.call(tokenOf(name), calls.queue, { team })

type Filter = Parameters<typeof harness.call<typeof workOrderCalls.page>>[2]

async function all(name: string, filter: Filter) {
  const { pageList, rowCount } = await harness.call(tokenOf(name), workOrderCalls.page, {
    ...filter,
    size: 500,
  })
  expect(pageList.length).toBe(rowCount)
  return pageList
}

beforeAll(async () => {
  harness.clock.set(NOW)
  await fillWithOrders(harness, harness.tenant, 400)
  await fillWithOrders(harness, harness.otherTenant, 60)
  for (const name of viewers) tokens.set(name, await harness.signIn(name))
  site.people.master.token = tokenOf('a_master')
  site.people.worker.token = tokenOf('a_worker')
  site.people.admin.token = tokenOf('a_admin')
  await harness.owner.query('update station set latitude = 37.8, longitude = 107.4 where id = $1', [
    site.stationId,
  ])
})

describe('each count is as long as the list it leads to', () => {
  it.each(viewers)('of %s and of the team', async (name) => {
    const mine = await all(name, { mine: true })
    const late = await all(name, { overdue: true })
    const waiting = await all(name, { flowSts: [1] })
    const handedIn = await all(name, { flowSts: [3] })
    const open = await all(name, { flowSts: [1, 2, 3] })
    const isToday = ({ planEndTime }: { planEndTime: string | null }) =>
      planEndTime !== null && planEndTime >= '2026-11-24 14:32:00' && planEndTime < '2026-11-25'
    const loss = waiting.reduce((sum, { lossPower }) => sum + lossPower, 0)
    const own = await statistics(name)
    expect(own.mine).toEqual({ orders: mine.length, dueToday: mine.filter(isToday).length })
    const followed = own.overdue.inScope ? late : mine.filter(({ overHours }) => overHours !== null)
    expect(own.overdue.orders).toBe(followed.length)
    if (followed.length > 0)
      expect(own.overdue.longestHours).toBeCloseTo(
        Math.max(...followed.map(({ overHours }) => overHours!)),
        0,
      )
    expect(own.toAssign?.orders ?? waiting.length).toBe(waiting.length)
    expect(own.toAssign?.lossPower ?? loss).toBeCloseTo(loss)
    expect(own.toClaim?.orders ?? waiting.length).toBe(waiting.length)
    expect(own.toCheck?.orders ?? handedIn.length).toBe(handedIn.length)
    const team = await statistics(name, true)
    expect(team.mine).toEqual({ orders: open.length, dueToday: open.filter(isToday).length })
    expect(team.overdue).toMatchObject({ orders: late.length, inScope: true })
  })

  it('and each sees those that are theirs to do', async () => {
    const kinds = async (name: string) => {
      const { toAssign, toCheck, toClaim, overdue } = await statistics(name)
      return [toAssign !== null, toCheck !== null, toClaim !== null, overdue.inScope]
    }
    expect(await kinds('a_master')).toEqual([true, true, false, true])
    expect(await kinds('a_manager')).toEqual([true, false, false, true])
    expect(await kinds('a_worker')).toEqual([false, false, true, false])
    expect(await kinds('a_shift')).toEqual([false, false, false, false])
  })

  it('is for holders of the page', async () => {
    for (const call of [calls.statistics, calls.queue, calls.ranking]) {
      const { message } = await harness.refused(await harness.signIn('a_guest'), call, {})
      expect(message).toContain('查看工作门户')
    }
    const { status } = await harness.refused(tokenOf('a_worker'), calls.queue, { team: 'yes' })
    expect(status).toBe(400)
  })
})

describe('what to do next', () => {
  it.each(viewers)(
    'of %s is what waits for them, by loss, then what is late, then by due time',
    async (name) => {
      const { rows, total } = await queue(name)
      const todo = await all(name, { todo: true })
      const ids = new Set(todo.map(({ id }) => id))
      const followed = (await statistics(name)).overdue.inScope
        ? (await all(name, { overdue: true, flowSts: [2] })).filter(({ id }) => !ids.has(id))
        : []
      const queued = [...todo, ...followed].toSorted(
        (a, b) =>
          b.lossPower - a.lossPower ||
          Number(b.overHours !== null) - Number(a.overHours !== null) ||
          (a.planEndTime ?? '9').localeCompare(b.planEndTime ?? '9') ||
          Number(a.id) - Number(b.id),
      )
      expect(total).toBe(queued.length)
      expect(rows.map(({ id }) => id)).toEqual(queued.slice(0, QUEUE_ROWS).map(({ id }) => id))
      for (const { id, action, flowSts } of rows) {
        if (!ids.has(id)) expect(action).toBe('follow')
        else if (flowSts === 1) expect(action).toBe('assign')
        else if (flowSts === 3) expect(action).toBe('check')
        else expect(['start', 'execute']).toContain(action)
      }
    },
  )

  it('of a team is all that is open in scope, and only looked at where it is not the caller’s', async () => {
    const open = await all('a_worker', { flowSts: [1, 2, 3] })
    const { total, rows } = await queue('a_worker', true)
    expect(total).toBe(open.length)
    expect(rows.map(({ action }) => action)).toContain('look')
    const seen = new Set(open.map(({ id }) => id))
    expect(rows.every(({ id }) => seen.has(id))).toBe(true)
  })

  const reasonsFor = async (name: string, id: string, team = false) =>
    (await queue(name, team)).rows.find((row) => row.id === id)?.reasons

  it('says why, by the rules that the page shows', async () => {
    const { rows: devices } = await harness.owner.query<{ id: string }>(
      `insert into device (tenant_id, station_id, type_id, code, name)
       select $1, $2, min(id), 'QUEUE-1', '3 号箱变' from device_type where tenant_id = $1 returning id`,
      [harness.tenant.tenantId, site.stationId],
    )
    const deviceId = devices[0]!.id
    const plan = { planStartTime: '2026-11-24 08:00:00', planEndTime: '2026-11-24 15:32:00' }
    await create({ taskType: 7, deviceId })
    await create({ taskType: 7, deviceId })
    const third = await create({ taskType: 7, deviceId, lossPower: 9000, ...plan })
    expect(await reasonsFor('a_master', third.id)).toEqual([
      { rule: 'loss', text: '损失最大' },
      { rule: 'due', text: '1.0 小时后到期' },
      { rule: 'recurring', text: '30 天内该设备第 3 单' },
      { rule: 'waiting', text: '14:32 报告，等待指派' },
    ])

    const other = await assignTo(await create({ lossPower: 8000 }))
    await harness.owner.query(
      `update work_order set plan_start_time = '2026-11-24T08:00:00+08:00', plan_end_time = '2026-11-24T10:32:00+08:00'
       where id = $1`,
      [other.id],
    )
    const { realname } = { realname: other.liablePerson }
    expect(await reasonsFor('a_worker', other.id)).toEqual([
      { rule: 'loss', text: '损失最大' },
      { rule: 'overdue', text: '超时 4.0 h' },
      { rule: 'notStarted', text: `${realname} 应于 08:00 开始，尚未开始` },
    ])
    const follow = (await queue('a_master')).rows.find(({ id }) => id === other.id)
    expect(follow).toMatchObject({ action: 'follow', overHours: 4 })

    const started = await harness.call(tokenOf('a_worker'), workOrderCalls.start, other)
    expect((await reasonsFor('a_master', third.id))?.map(({ text }) => text)).toContain(
      `${realname} 正在本站作业`,
    )
    harness.clock.advance(5 * 3_600_000)
    expect(await reasonsFor('a_worker', started.id)).toContainEqual({
      rule: 'stalled',
      text: `${realname} 已 5 小时无进展`,
    })
    harness.clock.set(NOW)
  })

  it('says what was returned and why, and who handed in what', async () => {
    const order = await submitted()
    expect(await reasonsFor('a_master', order.id, true)).toBeUndefined()
    await harness.owner.query('update work_order set loss_power = 9900 where id = $1', [order.id])
    expect(await reasonsFor('a_master', order.id)).toContainEqual({
      rule: 'waiting',
      text: `${order.liablePerson} 14:32 提交`,
    })
    await harness.call(tokenOf('a_master'), workOrderCalls.check, {
      id: order.id,
      version: order.version,
      pass: false,
      auditOpinion: '照片不清',
    })
    const row = (await queue('a_worker')).rows.find(({ id }) => id === order.id)
    expect(row).toMatchObject({ action: 'execute' })
    expect(row?.reasons).toContainEqual({ rule: 'returned', text: '验收退回：照片不清' })
  })
})

describe('the day', () => {
  it('has what is planned for it and what was finished, and the sun over the stations', async () => {
    const before = await statistics('a_worker')
    expect(before.today.sunset).toMatch(/^2026-11-24 17:3[3-5]:00$/)
    expect(before.today.sunrise).toMatch(/^2026-11-24 07:[34]/)
    const { id } = await assignTo(await create())
    await harness.owner.query(
      `update work_order set plan_start_time = '2026-11-24T15:00:00+08:00', plan_end_time = '2026-11-24T18:00:00+08:00'
       where id = $1`,
      [id],
    )
    const finished = await submitted()
    await harness.call(tokenOf('a_master'), workOrderCalls.check, { ...finished, pass: true })
    const { today } = await statistics('a_worker')
    const of = (orderId: string) =>
      today.events
        .filter((each) => each.orderId === orderId)
        .map(({ kind, at, done }) => [kind, at.slice(11, 16), done])
    expect(of(id)).toEqual([
      ['start', '15:00', false],
      ['due', '18:00', false],
    ])
    expect(of(finished.id)).toEqual([['finished', '14:32', true]])
    expect(today.planned).toBe(before.today.planned + 3)
    const master = await statistics('a_master')
    expect(master.today.events.map(({ orderId }) => orderId)).toContain(finished.id)
    expect(master.today.events.map(({ orderId }) => orderId)).not.toContain(id)
    const elsewhere = await statistics('a_east_master', true)
    expect(elsewhere.today).toMatchObject({ sunrise: null, sunset: null })
    expect(elsewhere.today.events.map(({ orderId }) => orderId)).not.toContain(finished.id)
  })

  it('has the hours that were reported this week, of the person by name, of the team all of them', async () => {
    harness.clock.set('2030-01-02T09:00:00+08:00')
    for (const name of ['a_worker', 'a_master', 'a_east_master']) tokens.set(name, await harness.signIn(name))
    const { rows } = await harness.owner.query<{ order_id: string; id: string; realname: string }>(
      `select h.order_id, h.id, u.realname from work_order_hours h join app_user u on u.id = $1
       where h.tenant_id = $2 limit 1`,
      [site.people.worker.id, harness.tenant.tenantId],
    )
    const before = await statistics('a_worker')
    await harness.owner.query('update work_order_hours set executor_name = $1 where id = $2', [
      rows[0]!.realname,
      rows[0]!.id,
    ])
    const own = await statistics('a_worker')
    // 2030-01-01 is a Tuesday.
    expect(own.week.days.map(({ day }) => day)).toEqual([
      '2029-12-31',
      ...Array.from({ length: 6 }, (_day, at) => `2030-01-0${at + 1}`),
    ])
    expect(own.week.hours - before.week.hours).toBeCloseTo(2.5)
    expect(own.week.days[1]!.hours).toBeCloseTo(own.week.hours)
    expect((await statistics('a_worker', true)).week.hours).toBeGreaterThanOrEqual(5)
    expect((await statistics('a_east_master', true)).week.hours).toBe(0)
  })
})

describe('the ranking', () => {
  it('counts what was due this month and finished in time; what is unfinished stays in it', async () => {
    harness.clock.set('2026-11-24T14:32:00+08:00')
    for (const name of viewers) tokens.set(name, await harness.signIn(name))
    const { begin, rows } = await harness.call(tokenOf('a_admin'), calls.ranking, {})
    expect(begin).toBe('2026-11-01')
    expect(rows.length).toBeGreaterThan(1)
    const orders = (await all('a_admin', {})).filter(({ flowSts }) => flowSts !== 5)
    for (const { id, finished, due, onTime } of rows) {
      const own = orders.filter(({ liableUserId }) => liableUserId === id)
      const wasDue = own.filter(
        ({ planEndTime }) =>
          planEndTime !== null && planEndTime >= '2026-11-01' && planEndTime <= '2026-11-24 14:32:00',
      )
      expect(finished).toBe(
        own.filter(({ flowSts, flowEndTime }) => flowSts === 4 && flowEndTime! >= '2026-11-01').length,
      )
      expect(due).toBe(wasDue.length)
      expect(onTime).toBe(
        wasDue.filter(
          ({ flowSts, flowEndTime, planEndTime }) => flowSts === 4 && flowEndTime! <= planEndTime!,
        ).length,
      )
    }
    const shares = rows.map(({ due, onTime }) => (due === 0 ? -1 : onTime / due))
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  })

  it('has nobody of elsewhere', async () => {
    const east = await harness.call(tokenOf('a_east_master'), calls.ranking, {})
    const west = await harness.call(tokenOf('a_master'), calls.ranking, {})
    const people = new Set(Object.values(harness.otherTenant.users).map(({ id }) => id))
    expect([...east.rows, ...west.rows].some(({ id }) => people.has(id))).toBe(false)
  })
})
