import { orderHallCalls as calls } from '@heliodesk/contract/order-hall.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'
import { fillWithOrders } from '../../../test/fill-with-orders.ts'

const site = useSite()
const { harness, create } = site

type Row = Received<typeof calls.page>['rows'][number]
type Wanted = Sent<typeof calls.page>

const hall = (wanted: Wanted = {}, token = site.people.worker.token) =>
  harness.call(token, calls.page, wanted)

/** All rows of the hall, page by page. */
async function all(wanted: Wanted = {}, token = site.people.worker.token): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null | undefined
  do {
    const page = await hall({ ...wanted, size: 7, ...(after && { after }) }, token)
    rows.push(...page.rows)
    after = page.next
  } while (after)
  return rows
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

beforeAll(async () => {
  harness.clock.set('2026-11-24T14:32:00+08:00')
  await fillWithOrders(harness, harness.tenant, 300)
  await fillWithOrders(harness, harness.otherTenant, 60)
  site.people.worker.token = await harness.signIn('a_worker')
  site.people.worker2.token = await harness.signIn('a_colleague')
  site.people.master.token = await harness.signIn('a_master')
  site.people.outsider.token = await harness.signIn('a_east_master')
  site.people.foreigner.token = await harness.signIn('b_admin')
  // 红柳沟 and a place 78 km from it; the second station has no position.
  const [east, west] = harness.tenant.stations
  await harness.owner.query(
    'update station set latitude = 37.8, longitude = 107.4, tariff = 0.26 where id = $1',
    [site.stationId],
  )
  await harness.owner.query('update station set latitude = 38.5, longitude = 107.4 where id = $1', [east!.id])
  await harness.owner.query('update station set latitude = null, longitude = null where id = $1', [west!.id])
})

describe('the hall holds what waits in the scope', () => {
  it('as the list of waiting orders has it, for each its own', async () => {
    const { worker, outsider, foreigner } = site.people
    const shown: string[][] = []
    for (const token of [worker.token, outsider.token, foreigner.token]) {
      const rows = await all({}, token)
      const listed = await harness.call(token, workOrderCalls.page, { flowSts: [1], size: 500 })
      expect(ids(rows).toSorted()).toEqual(ids(listed.pageList).toSorted())
      expect(rows.length).toBeGreaterThan(5)
      const counted = await harness.call(token, calls.count, {})
      expect(counted.total).toBe(rows.length)
      expect(counted.lossPower).toBeCloseTo(rows.reduce((sum, { lossPower }) => sum + lossPower, 0))
      shown.push(ids(rows))
    }
    expect(new Set(shown.flat()).size).toBe(shown.flat().length)
  })

  it('narrowed by type, station and department, which the counts follow', async () => {
    const everything = await all()
    const typed = await all({ taskType: [7, 15] })
    expect(ids(typed)).toEqual(ids(everything.filter(({ taskType }) => [7, 15].includes(taskType))))
    const here = await all({ psId: [site.stationId] })
    expect(ids(here)).toEqual(ids(everything.filter(({ psId }) => psId === site.stationId)))
    const { byType, total } = await harness.call(site.people.worker.token, calls.count, {
      psId: [site.stationId],
    })
    expect(total).toBe(here.length)
    for (const { taskType, orders } of byType)
      expect(here.filter((row) => row.taskType === taskType)).toHaveLength(orders)
    expect(await all({ depCode: 'A01A01' })).toEqual([])
    expect(await all({ depCode: 'A01A02A01' })).toHaveLength(everything.length)
  })

  it('is for holders of the page, and refuses what is no place', async () => {
    const guest = await harness.refused(await harness.signIn('a_guest'), calls.page, {})
    expect(guest.message).toContain('查看接单大厅')
    const refused = async (input: object) =>
      (await harness.refused(site.people.worker.token, calls.page, input)).message
    expect(await refused({ latitude: 37 })).toContain('纬度和经度应一起提供')
    expect(await refused({ latitude: 97, longitude: 107 })).toContain('应在 -90 至 90 之间')
    expect(await refused({ sort: 'near' })).toContain('按距离查看需要您的位置')
    expect(await refused({ nearby: true })).toContain('按距离查看需要您的位置')
    expect(await refused({ sort: 'age' })).toContain('排序（sort）')
    expect(await refused({ after: '999999999' })).toBe('数据不存在或无权查看')
  })
})

describe('its order', () => {
  const due = ({ planEndTime }: Row) => planEndTime ?? '9'
  const byDue = (a: Row, b: Row) => due(a).localeCompare(due(b))
  const byLoss = (a: Row, b: Row) => b.lossPower - a.lossPower
  const byAge = (a: Row, b: Row) => Number(a.id) - Number(b.id)

  it('is by loss, then by due time', async () => {
    const rows = await all()
    expect(ids(rows)).toEqual(ids(rows.toSorted((a, b) => byLoss(a, b) || byDue(a, b) || byAge(a, b))))
  })

  it('or by due time, then by loss', async () => {
    const rows = await all({ sort: 'due' })
    expect(rows.some(({ planEndTime }) => planEndTime === null)).toBe(true)
    expect(ids(rows)).toEqual(ids(rows.toSorted((a, b) => byDue(a, b) || byLoss(a, b) || byAge(a, b))))
  })

  it('or by distance, what has none last', async () => {
    const here = { latitude: 37.81, longitude: 107.42 }
    const token = (
      await hire(harness, { username: 'nearby', codes: ['hall:view', 'order:list'], hasAllData: true })
    ).token
    const rows = await all({ sort: 'near', ...here }, token)
    const far = ({ distanceKm }: Row) => distanceKm ?? Infinity
    expect(rows.map(far)).toEqual(rows.map(far).toSorted((a, b) => a - b))
    const own = rows.filter(({ psId }) => psId === site.stationId)
    expect(own[0]).toMatchObject({ distanceKm: 2.1, travelMinutes: 6, bearing: 238 })
    expect(rows.find(({ psId }) => psId === harness.tenant.stations[0]!.id)).toMatchObject({
      distanceKm: 76.7,
    })
    expect(rows.at(-1)).toMatchObject({ distanceKm: null, travelMinutes: null })
    const nearby = await all({ nearby: true, ...here }, token)
    expect(ids(nearby).toSorted()).toEqual(ids(own).toSorted())
    const counted = await harness.call(token, calls.count, here)
    expect(counted).toMatchObject({ total: rows.length, nearby: own.length })
  })

  it('goes on behind an order that was taken meanwhile', async () => {
    const first = await hall({ size: 5 })
    const last = first.rows.at(-1)!
    const behind = await hall({ size: 5, after: last.id })
    await harness.call(site.people.worker.token, workOrderCalls.claim, last)
    expect(ids((await hall({ size: 5, after: last.id })).rows)).toEqual(ids(behind.rows))
  })
})

describe('what taking an order still saves today', () => {
  const find = async (id: string, wanted: Wanted = {}) => (await all(wanted)).find((row) => row.id === id)!

  it('is its loss until sunset at its station, from the arrival on', async () => {
    const { id } = await create({ lossPower: 100 })
    const row = await find(id)
    // 14:32 to 17:34 by the sun of 107.4° E, 37.8° N.
    expect(row.sunset).toMatch(/^2026-11-24 17:3[3-5]:00$/)
    expect(row.recoverableKwh).toBeGreaterThan(300)
    expect(row.recoverableKwh).toBeLessThan(306)
    expect(row.recoverableYuan).toBeCloseTo(row.recoverableKwh! * 0.26)
    const away = await find(id, { latitude: 37.81, longitude: 107.42 })
    expect(row.recoverableKwh! - away.recoverableKwh!).toBeCloseTo(10)
  })

  it('is unknown where the station is, and nothing at night', async () => {
    const elsewhere = (await all({}, site.people.foreigner.token))[0]!
    expect(elsewhere).toMatchObject({ sunset: null, recoverableKwh: null, recoverableYuan: null })
    harness.clock.set('2026-11-24T20:00:00+08:00')
    const { id } = await create({ lossPower: 100 })
    expect(await find(id)).toMatchObject({ recoverableKwh: 0, recoverableYuan: 0 })
    harness.clock.set('2026-11-24T14:32:00+08:00')
  })
})

describe('two people take an order', () => {
  it('one of them has it, the other is told who and when, and it is gone from the hall', async () => {
    const { worker, worker2 } = site.people
    const order = await create({ lossPower: 77 })
    const before = await harness.call(worker.token, calls.count, {})
    const answers = await Promise.all(
      [worker, worker2].map(({ token }) =>
        harness.request('POST', '/ops/order/claim', {
          token,
          body: { id: order.id, version: order.version },
        }),
      ),
    )
    expect(
      answers.map(({ body }) => String(body['result_code'])).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['0', '1'])
    const won = answers.findIndex(({ body }) => body['result_code'] === '1')
    const [winner, loser] = won === 0 ? [worker, worker2] : [worker2, worker]
    const [gone] = await harness.call(loser.token, calls.taken, { ids: [order.id] })
    expect(gone).toMatchObject({ flowSts: 2, liableUserId: winner.id })
    expect(answers[1 - won]!.body['result_msg']).toBe(`工单已被 ${gone!.liablePerson} 接单`)
    expect(gone!.realStartTime).toMatch(/^2026-11-24 14:3/)
    expect(ids(await all())).not.toContain(order.id)
    const after = await harness.call(winner.token, calls.count, {})
    expect(after.total).toBe(before.total - 1)
    const hand = await harness.call(winner.token, workOrderCalls.page, {
      liableUserId: winner.id,
      flowSts: [2, 3],
    })
    expect(after.inHand).toBe(hand.rowCount)
  })

  it('and nobody hears of orders elsewhere', async () => {
    const order = await create()
    const { outsider, foreigner, worker } = site.people
    for (const { token } of [outsider, foreigner])
      expect(await harness.call(token, calls.taken, { ids: [order.id] })).toEqual([])
    expect(await harness.call(worker.token, calls.taken, { ids: [order.id] })).toMatchObject([
      { id: order.id, flowSts: 1, liablePerson: null },
    ])
  })
})
