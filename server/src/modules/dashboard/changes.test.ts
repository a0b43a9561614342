import { dashboardCalls as calls, type DashboardPeriod } from '@heliodesk/contract/dashboard.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { signInAdministrator } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'
import { pastTriggers } from '../../../test/owner-pool.ts'

const site = useSite()
const { create, submitted } = site

/** Sessions last a week, so a large clock change needs new ones. */
async function at(time: string) {
  site.harness.clock.set(time)
  for (const [name, person] of Object.entries({
    a_admin: 'admin',
    a_master: 'master',
    a_worker: 'worker',
  } as const))
    site.people[person].token = await site.harness.signIn(name)
}

const overview = (period: DashboardPeriod = 'month', token = site.people.master.token) =>
  site.harness.call(token, calls.overview, { period })

const numbers = async () => {
  const { byStatus, period, overdue, loss } = await overview('day')
  const { created, finished, terminated } = period
  return { byStatus, created, finished, terminated, overdue: overdue.orders, losing: loss.orders }
}

const pass = (order: { id: string; version: number }) =>
  site.harness.call(site.people.master.token, workOrderCalls.check, {
    id: order.id,
    version: order.version,
    pass: true,
  })

describe('what people do moves the numbers at once', () => {
  it('from the report to the acceptance', async () => {
    await at('2026-11-21T09:00:00+08:00')
    const before = await numbers()
    const order = await submitted()
    const handedIn = await numbers()
    expect(handedIn).toMatchObject({ created: before.created + 1, finished: before.finished })
    expect(handedIn.byStatus[3]).toBe(before.byStatus[3] + 1)
    await pass(order)
    const after = await numbers()
    expect(after).toMatchObject({ created: before.created + 1, finished: before.finished + 1 })
    expect(after.byStatus).toEqual({ ...before.byStatus, 4: before.byStatus[4] + 1 })
  })

  it('a terminated order neither waits, nor is late, nor loses anything, nor counts as finished', async () => {
    await at('2026-11-21T10:00:00+08:00')
    const before = await numbers()
    const order = await create({
      planStartTime: '2026-11-01 08:00:00',
      planEndTime: '2026-11-02 08:00:00',
      lossPower: 500,
    })
    const late = await numbers()
    expect(late).toMatchObject({ overdue: before.overdue + 1, losing: before.losing + 1 })
    const ranking = () => site.harness.call(site.people.master.token, calls.ranking, {})
    expect((await ranking())[0]).toMatchObject({ id: order.id, lossPower: 500 })
    await site.harness.call(site.people.master.token, workOrderCalls.terminate, {
      id: order.id,
      version: order.version,
      reason: '重复报告',
    })
    const after = await numbers()
    expect(after).toEqual({
      ...before,
      byStatus: { ...before.byStatus, 5: before.byStatus[5] + 1 },
      created: before.created + 1,
      terminated: before.terminated + 1,
    })
    expect((await ranking()).map(({ id }) => id)).not.toContain(order.id)
  })
})

describe("days, months and years are those of the tenant's calendar", () => {
  const created = async (period: DashboardPeriod) => (await overview(period)).period.created

  it('an order of the last second belongs to the month that ends', async () => {
    await at('2027-01-31T23:59:00+08:00')
    const before = { month: await created('month'), day: await created('day'), year: await created('year') }
    site.harness.clock.set('2027-01-31T23:59:59.500+08:00')
    await create()
    // The clock keeps running, and a slow run must not pass midnight.
    site.harness.clock.set('2027-01-31T23:59:00+08:00')
    expect(await overview('month')).toMatchObject({
      period: { begin: '2027-01-01', end: '2027-01-31', created: before.month + 1 },
    })
    expect(await created('day')).toBe(before.day + 1)
    const listed = await site.harness.call(site.people.master.token, workOrderCalls.page, {
      createTimeBegin: '2027-01-31 00:00:00',
      createTimeEnd: '2027-01-31 23:59:59',
    })
    expect(listed.rowCount).toBe(before.day + 1)
    await at('2027-02-01T00:00:01+08:00')
    expect(await overview('month')).toMatchObject({
      period: { begin: '2027-02-01', end: '2027-02-28', created: 0 },
    })
    expect(await created('day')).toBe(0)
    expect(await created('year')).toBe(before.year + 1)
  })

  it('in whichever time zone the tenant lives', async () => {
    const { harness } = site
    await harness.owner.query(`update tenant set time_zone = 'America/New_York' where id = $1`, [
      harness.otherTenant.tenantId,
    ])
    harness.clock.set('2027-03-01T03:30:00Z')
    const foreigner = await signInAdministrator(harness, harness.otherTenant)
    await harness.call(foreigner, workOrderCalls.insert, {
      psId: harness.otherTenant.stations[0]!.id,
      taskType: 12,
      taskDescription: '纽约还是二月',
    })
    expect((await overview('month', foreigner)).period).toMatchObject({ begin: '2027-02-01', created: 1 })
    harness.clock.set('2027-03-01T05:00:00Z')
    expect((await overview('month', foreigner)).period).toMatchObject({ begin: '2027-03-01', created: 0 })
    expect((await overview('month', foreigner)).days.at(-2)).toMatchObject({ day: '2027-02-28', created: 1 })
  })
})

describe('the days of work orders', () => {
  /** The maintained counts minus those counted from the orders. */
  const differences = async () => {
    const { rows } = await site.harness.owner.query(
      `select from (
         select o.tenant_id, f.day, o.dep_code, o.psa_id, sum(f.created) as created, sum(f.finished) as finished,
           sum(f.terminated) as terminated, sum(f.timed) as timed, sum(f.respond_ms + f.repair_ms + f.accept_ms) as ms
         from work_order o join tenant t on t.id = o.tenant_id, app.days_of_work_order(t.time_zone, o.created_at,
           o.flow_sts, o.other_sts, o.real_start_time, o.submit_time, o.flow_end_time) f
         where o.tenant_id = $1
         group by 1, 2, 3, 4
       ) counted full join (
         select tenant_id, day, dep_code, psa_id, sum(created) as created, sum(finished) as finished,
           sum(terminated) as terminated, sum(timed) as timed, sum(respond_ms + repair_ms + accept_ms) as ms
         from (select tenant_id, day, dep_code, psa_id, created, finished, terminated, timed, respond_ms, repair_ms,
             accept_ms from work_order_day
           union all select tenant_id, day, dep_code, psa_id, created, finished, terminated, timed, respond_ms,
             repair_ms, accept_ms from work_order_day_delta) known
         where tenant_id = $1
         group by 1, 2, 3, 4 having (sum(created), sum(finished), sum(terminated)) <> (0, 0, 0)
       ) kept using (tenant_id, day, dep_code, psa_id, created, finished, terminated, timed, ms)
       where counted.tenant_id is null or kept.tenant_id is null`,
      [site.harness.tenant.tenantId],
    )
    return rows.length
  }
  const fold = () => site.harness.pool.query('select app.fold_work_order_days()')

  it('stay what the orders say through moves of stations and removals, folded or not', async () => {
    await at('2027-04-05T09:00:00+08:00')
    const kept = await submitted()
    await pass(kept)
    const gone = await submitted()
    await pass(gone)
    await fold()
    expect(await differences()).toBe(0)
    const admin = site.people.admin.token
    const station = await site.harness.call(admin, stationCalls.detail, { psId: site.stationId })
    const moved = await site.harness.call(admin, stationCalls.edit, {
      ...station,
      depId: site.harness.tenant.departments['A01A01']!,
      psaId: site.harness.tenant.stations[0]!.psaId,
    })
    expect(await differences()).toBe(0)
    const eastern = () =>
      site.harness.call(site.people.outsider.token, calls.overview, { depCode: 'A01A01', period: 'day' })
    site.people.outsider.token = await site.harness.signIn('a_east_master')
    expect((await eastern()).period).toMatchObject({ created: 2, finished: 2 })
    expect((await overview('day')).period).toMatchObject({ created: 0, finished: 0 })
    await site.harness.owner.query(`select set_config('app.tenant', $1, false)`, [
      site.harness.tenant.tenantId,
    ])
    await pastTriggers(site.harness.owner, 'delete from work_order_event where order_id = $1', [gone.id])
    await site.harness.owner.query('delete from work_order_photo where order_id = $1', [gone.id])
    await site.harness.owner.query('delete from work_order where id = $1', [gone.id])
    expect((await eastern()).period).toMatchObject({ created: 1, finished: 1 })
    expect(await differences()).toBe(0)
    await fold()
    expect(await differences()).toBe(0)
    await site.harness.call(admin, stationCalls.edit, {
      ...moved,
      depId: station.depId,
      psaId: station.psaId,
    })
    expect(await differences()).toBe(0)
    expect((await overview('day')).period).toMatchObject({ created: 1, finished: 1 })
  })

  it('are exact while many people report at once and the background folds', async () => {
    await at('2027-05-05T09:00:00+08:00')
    await Promise.all([...Array.from({ length: 30 }, () => create()), fold(), fold()])
    expect((await overview('day')).period.created).toBe(30)
    await fold()
    expect((await overview('day')).period.created).toBe(30)
    expect(await differences()).toBe(0)
  })
})
