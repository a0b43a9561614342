import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { OTHER_PROVINCE } from '@heliodesk/contract/provinces.ts'
import { stationMapCalls as calls } from '@heliodesk/contract/station-map.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const late = { planStartTime: '2026-11-01 08:00:00', planEndTime: '2026-11-02 08:00:00' }

type StationMap = Received<typeof calls.archive>

const archive = (token: string, query: Sent<typeof calls.archive> = {}) =>
  site.harness.call(token, calls.archive, query)
const home = (token: string, depCode?: string) =>
  site.harness.call(token, calls.home, depCode ? { depCode } : {})

const provincesOf = ({ provinces }: StationMap) => provinces.map(({ province }) => province)
const idsOf = ({ stations }: StationMap) => stations.map(({ psId }) => psId)

/** One station of the eastern centre and the two of the western centre; a fourth has no province. */
let east: string
let west: string[]

beforeAll(async () => {
  const { harness } = site
  harness.clock.set('2026-11-21T14:32:00+08:00')
  for (const [name, person] of Object.entries({ a_admin: 'admin', a_master: 'master' } as const))
    site.people[person].token = await harness.signIn(name)
  site.people.outsider.token = await harness.signIn('a_east_master')
  site.people.foreigner.token = await harness.signIn('b_admin')
  const under = (code: string) =>
    harness.tenant.stations.filter(({ depCode }) => depCode.startsWith(code)).map(({ id }) => id)
  east = under('A01A01')[0]!
  west = under('A01A02A01').toSorted((a) => (a === site.stationId ? -1 : 1))
  const set = (id: string, province: string | null, capacity: number | null, coordinates: boolean) =>
    harness.owner.query(
      `update station set province = $2, capacity_kwp = $3, longitude = $4, latitude = $5 where id = $1`,
      [id, province, capacity, coordinates ? 107.4 : null, coordinates ? 37.79 : null],
    )
  await set(east, '江苏', 20_000, true)
  await set(west[0]!, '宁夏', 50_000, true)
  for (const id of west.slice(1)) await set(id, '宁夏回族自治区', null, false)
  const { create } = site
  await create({ psId: west[0]!, ...late, lossPower: 250, taskType: 11 })
  await create({ psId: west[0]!, lossPower: 50 })
  await create({ psId: west[1]!, lossPower: 40 })
  await site.harness.call(site.people.admin.token, workOrderCalls.insert, {
    psId: east,
    taskType: 12,
    taskDescription: '汇流箱熔断',
    ...late,
  })
})

describe('the provinces', () => {
  it('have the stations under both spellings, their capacity, and what is open there', async () => {
    const map = await archive(site.people.admin.token)
    const [ningxia] = map.provinces
    expect(ningxia).toEqual({
      province: '宁夏',
      stations: west.length,
      capacityKwp: 50_000,
      orders: {
        open: 3,
        overdue: 1,
        outages: 1,
        lossPower: 340,
        // 300 kWh an hour of the 50 MW; the station without a capacity has no share.
        lossPerMw: 6,
      },
    })
    expect(map.provinces.find(({ province }) => province === '江苏')).toMatchObject({
      capacityKwp: 20_000,
      orders: { open: 1, overdue: 1, outages: 0, lossPower: 0, lossPerMw: 0 },
    })
    expect(map.total.orders).toMatchObject({ open: 4, lossPower: 340 })
    expect(map.total.stations).toBe(map.provinces.reduce((sum, { stations }) => sum + stations, 0))
  })

  it('say what the list of orders says for the same stations', async () => {
    const { token } = site.people.admin
    for (const { province } of (await archive(token)).provinces) {
      const here = await archive(token, { province: province ?? OTHER_PROVINCE })
      const { pageList } = await site.harness.call(token, workOrderCalls.page, {
        flowSts: [1, 2, 3],
        psId: idsOf(here),
        size: 500,
      })
      expect(here.total.orders).toMatchObject({
        open: pageList.length,
        overdue: pageList.filter(({ overHours }) => overHours !== null).length,
        lossPower: pageList.reduce((sum, { lossPower }) => sum + lossPower, 0),
      })
      expect(provincesOf(here)).toEqual([province])
    }
  })

  it('have no figure where nothing is recorded', async () => {
    const [first] = (await archive(site.people.admin.token, { psIds: west[1]! })).provinces
    expect(first).toMatchObject({
      stations: 1,
      capacityKwp: null,
      orders: { lossPerMw: null, lossPower: 40 },
    })
    const nothing = await archive(site.people.admin.token, { psName: '没有这座' })
    expect(nothing).toMatchObject({ provinces: [], stations: [], unplaced: 0 })
    expect(nothing.total).toMatchObject({
      stations: 0,
      capacityKwp: null,
      orders: { lossPower: 0, lossPerMw: null },
    })
  })

  it('are followed by stations of no known province, which the filter finds', async () => {
    const { owner } = site.harness
    await owner.query(`update station set province = '苏南' where id = $1`, [east])
    const { token } = site.people.admin
    expect(provincesOf(await archive(token))).toContain(null)
    const others = await archive(token, { province: OTHER_PROVINCE })
    expect(idsOf(others)).toContain(east)
    expect(idsOf(others)).not.toContain(west[0])
    await owner.query(`update station set province = '江苏' where id = $1`, [east])
    const known = await site.harness.call(token, stationCalls.provinces, {})
    expect(known).toContainEqual({ province: '宁夏', stations: west.length })
    expect(known.map(({ province }) => province)).not.toContain('宁夏回族自治区')
  })
})

describe('people without access to orders', () => {
  let plain: StationMap

  beforeAll(async () => {
    const { token } = await hire(site.harness, {
      username: 'places.only',
      codes: ['station:list'],
      hasAllData: true,
    })
    plain = await archive(token)
  })

  it('get the same stations and capacity, and no figure of the orders', async () => {
    const map = await archive(site.people.admin.token)
    expect(map.total.orders?.open).toBeGreaterThan(0)
    const without = <T extends object>(each: T) => ({ ...each, orders: null })
    expect(plain.total).toEqual(without(map.total))
    expect(new Set(plain.provinces)).toEqual(new Set(map.provinces.map(without)))
    expect(new Set(plain.stations)).toEqual(new Set(map.stations.map(without)))
    expect(plain.unplaced).toBe(map.unplaced)
    expect(JSON.stringify(plain)).not.toMatch(/loss|overdue|outage|open/i)
  })

  it('get the largest first, whatever is lost there', async () => {
    expect(provincesOf(plain).slice(0, 2)).toEqual(['宁夏', '江苏'])
    // The station without a capacity loses 40 kWh an hour, the one in 江苏 nothing.
    expect(idsOf(plain).slice(0, 2)).toEqual([west[0], east])
  })
})

describe('the stations', () => {
  it('come with the highest loss first, and at most as many as are asked for', async () => {
    const { token } = site.people.admin
    const map = await archive(token)
    expect(idsOf(map).slice(0, 3)).toEqual([west[0], west[1], east])
    expect(map.stations[0]).toMatchObject({
      province: '宁夏',
      orders: { open: 2, overdue: 1, outage: true, lossPower: 300 },
      longitude: 107.4,
      latitude: 37.79,
      maintenanceStatus: '1',
    })
    expect(map.stations[1]).toMatchObject({
      province: '宁夏',
      longitude: null,
      orders: { outage: false, lossPower: 40 },
    })
    expect(map.unplaced).toBe(map.total.stations - 2)
    const one = await archive(token, { most: 1 })
    expect(idsOf(one)).toEqual([west[0]])
    expect(one.total).toEqual(map.total)
    const refused = await site.harness.refused(token, calls.archive, { most: 50_001 })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.message).toContain('最多电站数（most）')
  })

  it('are those in the data scope, of the chosen department, and never of another company', async () => {
    const { master, outsider, foreigner, admin } = site.people
    expect(provincesOf(await archive(outsider.token))).toEqual(['江苏'])
    expect(provincesOf(await home(outsider.token))).toEqual(['江苏'])
    expect(idsOf(await archive(outsider.token, { psIds: west[0]! }))).toEqual([])
    expect(idsOf(await home(master.token))).not.toContain(east)
    expect(provincesOf(await home(admin.token, 'A01A01'))).toEqual(['江苏'])
    expect((await home(outsider.token, 'A01A02')).total.stations).toBe(0)
    const theirs = await archive(foreigner.token)
    const ours = new Set(site.harness.tenant.stations.map(({ id }) => id))
    expect(idsOf(theirs).filter((id) => ours.has(id))).toEqual([])
    expect(theirs.total.orders).toMatchObject({ open: 0, lossPower: 0 })
  })

  it('are on the home page only in maintenance, with what ends being lost gone at once', async () => {
    const { token } = site.people.admin
    const before = await home(token)
    const { rows } = await site.harness.owner.query(
      `select id, version from work_order where station_id = $1 and open_loss = 40`,
      [west[1]],
    )
    await site.harness.call(site.people.master.token, workOrderCalls.terminate, {
      id: String(rows[0].id),
      version: rows[0].version,
      reason: '重复报告',
    })
    const after = await home(token)
    expect(after.total.orders.lossPower).toBe(before.total.orders.lossPower - 40)
    const { version } = await site.harness.call(token, stationCalls.detail, { psId: west[1]! })
    await site.harness.call(token, stationCalls.retire, {
      psId: west[1]!,
      version,
      reason: '合同到期',
      retiredOn: '2026-11-20',
    })
    expect(idsOf(await home(token))).not.toContain(west[1])
    expect(idsOf(await archive(token))).toContain(west[1])
  })
})

it('stores the short name of a province whatever spelling a form sends', async () => {
  const { token } = site.people.admin
  const { version, ...station } = await site.harness.call(token, stationCalls.detail, { psId: east })
  const edited = await site.harness.call(token, stationCalls.edit, {
    ...station,
    version,
    province: '内蒙古自治区',
  })
  expect(edited.province).toBe('内蒙古')
  expect(provincesOf(await home(site.people.outsider.token))).toEqual(['内蒙古'])
})
