import { stationCalls as calls } from '@heliodesk/contract/stations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
const UNSEEN = '数据不存在或无权查看'

const people = useSignedIn(harness, {
  admin: 'a_admin',
  foreigner: 'b_admin',
  west: {
    username: 'west.archive',
    codes: ['station:list', 'station:edit'],
    depCode: 'A01A02',
  },
})

const department = (code: string) => harness.tenant.departments[code]!
const siteIn = (code: string) => harness.tenant.stations.find((station) => station.depCode === code)!

let made = 0
const add = (input: object = {}, token = people.admin) => {
  made += 1
  return harness.call(token, calls.add, {
    psName: `档案站${made}`,
    psaId: siteIn('A01A02').psaId,
    depId: department('A01A02'),
    siteType: 'G' as const,
    ...input,
  })
}
type Station = Awaited<ReturnType<typeof add>>

const today = () => harness.clock.now().toISOString().slice(0, 10)
const retirement = ({ psId, version }: Station, input: object = {}) => ({
  psId,
  version,
  reason: '合同到期',
  retiredOn: '2026-01-31',
  ...input,
})
const historyOf = async (psId: string, token = people.admin) =>
  (await harness.call(token, calls.history, { psId })).records

const orderFor = (psId: string) => ({ psId, taskType: 12, taskDescription: '巡视' })

describe('finding stations', () => {
  it('narrows by type, province, capacity and grid date, and sums what is left over all pages', async () => {
    const here = { province: '青海', city: '海南州' }
    const big = await add({ ...here, capacityKwp: 5000, acKw: 4000, gridDate: '2019-06-30', siteType: 'C' })
    const small = await add({ ...here, capacityKwp: 1000.5, acKw: 900, gridDate: '2022-01-01' })
    await add({ ...here, capacityKwp: null, siteType: 'H' })
    const idsOf = async (input: object) =>
      (await harness.call(people.admin, calls.page, { province: '青海', size: 50, ...input })).list.map(
        (row) => row.psId,
      )
    expect(await idsOf({ siteType: 'C' })).toEqual([big.psId])
    expect(await idsOf({ minKwp: 1000.5, maxKwp: 4999 })).toEqual([small.psId])
    expect(await idsOf({ minKwp: 1000.6 })).toEqual([big.psId])
    expect(await idsOf({ gridFrom: '2022-01-01', gridTo: '2022-01-01' })).toEqual([small.psId])
    expect(await idsOf({ gridTo: '2021-12-31' })).toEqual([big.psId])
    const first = await harness.call(people.admin, calls.page, {
      province: '青海',
      size: 1,
      querySource: 'archive',
    })
    expect(first).toMatchObject({ total: 3, hasNextPage: true, sum: { capacityKwp: 6000.5, acKw: 4900 } })
    expect(await harness.call(people.foreigner, calls.page, { province: '青海' })).toMatchObject({
      total: 0,
      sum: { capacityKwp: 0, acKw: 0 },
    })
  })

  it('takes curPage, size, psName, topPsIds, psaIds, maintenanceStatus and querySource, and answers list and hasNextPage', async () => {
    const { id: psaId } = await harness.call(people.admin, calls.addPsa, {
      name: '规格项目',
      depId: department('A01A02'),
    })
    const [one, two] = [await add({ psaId, psName: '规格站甲' }), await add({ psaId, psName: '规格站乙' })]
    const query = {
      curPage: 1,
      size: 1,
      psName: '规格站',
      topPsIds: two.psId,
      psaIds: psaId,
      maintenanceStatus: '1' as const,
      querySource: 'picker',
    }
    const first = await harness.call(people.admin, calls.page, query)
    expect(first.list).toMatchObject([{ psId: two.psId, psName: '规格站乙' }])
    expect(first.hasNextPage).toBe(true)
    const second = await harness.call(people.admin, calls.page, { ...query, curPage: 2 })
    expect(second.list).toMatchObject([{ psId: one.psId, psName: '规格站甲' }])
    expect(second.hasNextPage).toBe(false)
    expect((await harness.call(people.admin, calls.page, { ...query, maintenanceStatus: '2' })).list).toEqual(
      [],
    )
  })

  it.each([
    ['minKwp', { minKwp: -1 }, '参数有误：装机容量下限（minKwp）：不能小于 0'],
    ['gridFrom', { gridFrom: '2026-02-31' }, '参数有误：并网日期起（gridFrom）：没有这一天'],
    ['gridTo', { gridTo: '0000-01-01' }, '参数有误：并网日期止（gridTo）：没有这一天'],
    ['located', { located: '2' }, '参数有误：坐标（located）：坐标应为 1（已填）或 0（未填）'],
    ['siteType', { siteType: 'X' }, '参数有误：电站类型（siteType）：请选择电站类型'],
  ])('refuses a wrong %s by its name', async (_field, wrong, message) => {
    expect(await harness.refused(people.admin, calls.page, wrong)).toMatchObject({ status: 400, message })
  })

  it('finds stations and their devices by name whatever the case, as the trees do', async () => {
    const { psId } = await add({ psName: 'GCL 一号站' })
    const page = await harness.call(people.admin, calls.page, { psName: 'gcl 一号' })
    expect(page.list.map((row) => row.psId)).toEqual([psId])
    await harness.owner.query(
      `insert into device (tenant_id, station_id, type_id, name)
       select tenant_id, $1, (select min(id) from device_type t where t.tenant_id = s.tenant_id), 'SVG 装置'
       from station s where id = $1`,
      [psId],
    )
    const devices = await harness.call(people.admin, calls.devices, { psId, name: 'svg' })
    expect(devices.map(({ name }) => name)).toEqual(['SVG 装置'])
    const code = devices[0]!.code
    expect(await harness.call(people.admin, calls.devices, { psId, name: code.toLowerCase() })).toEqual(
      devices,
    )
    const { rows } = await harness.owner.query<{ own: string; other: string }>(
      `select t.id as own, (select max(id) from device_type o where o.tenant_id = t.tenant_id) as other
       from device d join device_type t on t.id = d.type_id where d.station_id = $1`,
      [psId],
    )
    const ofType = (typeId: string) => harness.call(people.admin, calls.devices, { psId, typeId })
    expect(await ofType(rows[0]!.own)).toEqual(devices)
    expect(await ofType(rows[0]!.other)).toEqual([])
  })

  it('tells the provinces in scope, those with the most stations first', async () => {
    await add({ province: '海南' })
    await add({ province: '海南' })
    const provinces = await harness.call(people.admin, calls.provinces, {})
    expect(provinces.find(({ province }) => province === '海南')).toEqual({ province: '海南', stations: 2 })
    const counts = provinces.map(({ stations }) => stations)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(await harness.call(people.foreigner, calls.provinces, {})).toEqual([])
  })

  it('says whether a name is taken within the project', async () => {
    const { psName, psaId, psId } = await add()
    expect(await harness.call(people.admin, calls.nameTaken, { psName, psaId })).toBe(true)
    expect(await harness.call(people.admin, calls.nameTaken, { psName, psaId, psId })).toBe(false)
    expect(await harness.call(people.admin, calls.nameTaken, { psName: '无此站', psaId })).toBe(false)
    const unseen = { psName, psaId: siteIn('A01A01').psaId }
    expect((await harness.refused(people.west.token, calls.nameTaken, unseen)).message).toBe(UNSEEN)
  })
})

describe('retiring', () => {
  it('asks for reason and date, takes the station out of use, and brings it back', async () => {
    const before = await add()
    const retired = await harness.call(people.admin, calls.retire, retirement(before))
    expect(retired).toEqual({
      ...before,
      maintenanceStatus: '2',
      status: '3',
      retiredOn: '2026-01-31',
      retireReason: '合同到期',
      version: 2,
    })
    expect(
      (await harness.refused(people.admin, workOrderCalls.insert, orderFor(before.psId))).message,
    ).toMatch(/已停用/)
    expect((await harness.refused(people.admin, calls.retire, retirement(retired))).message).toBe(
      '电站已退场，请先恢复在维',
    )
    expect((await harness.refused(people.admin, calls.edit, { ...retired, status: '1' })).message).toBe(
      '电站已退场，请先恢复在维',
    )
    const back = await harness.call(people.admin, calls.restore, { psId: before.psId, version: 2 })
    expect(back).toEqual({ ...before, version: 3 })
    expect(
      (await harness.refused(people.admin, calls.restore, { psId: before.psId, version: 3 })).message,
    ).toBe('电站在维，无需恢复')
    await harness.call(people.admin, workOrderCalls.insert, orderFor(before.psId))
  })

  it('is refused while work orders are open, and changes nothing then', async () => {
    const before = await add()
    await harness.call(people.admin, workOrderCalls.insert, orderFor(before.psId))
    expect((await harness.refused(people.admin, calls.retire, retirement(before))).message).toBe(
      '还有 1 张工单没有办结，请先完成或作废后再退场',
    )
    expect(await harness.call(people.admin, calls.detail, { psId: before.psId })).toEqual(before)
    expect((await historyOf(before.psId)).map(({ action }) => action)).toEqual(['create'])
  })

  it('and new orders exclude each other: a retired station never has an open order', async () => {
    for (let round = 0; round < 5; round++) {
      const station = await add()
      const [order, retired] = await Promise.all([
        harness.request('POST', workOrderCalls.insert.path, {
          token: people.admin,
          body: orderFor(station.psId),
        }),
        harness.request('POST', calls.retire.path, { token: people.admin, body: retirement(station) }),
      ])
      expect([order.body.result_code, retired.body.success]).toSatisfy(
        ([created, done]) => (created === '1') !== (done === true),
      )
    }
  })

  it.each([
    ['reason', { reason: ' ' }, '参数有误：退场原因（reason）：此项为必填项'],
    ['retiredOn', { retiredOn: '2026-02-30' }, '参数有误：退场日期（retiredOn）：没有这一天'],
    ['a day to come', { retiredOn: '2099-01-01' }, '退场日期不能晚于今天'],
  ])('refuses %s', async (_name, wrong, message) => {
    const station = await add()
    expect((await harness.refused(people.admin, calls.retire, retirement(station, wrong))).message).toBe(
      message,
    )
  })

  it('needs the right, the scope and the tenant', async () => {
    const station = await add({ depId: department('A01A01'), psaId: siteIn('A01A01').psaId })
    for (const token of [people.west.token, people.foreigner]) {
      expect((await harness.refused(token, calls.retire, retirement(station))).message).toBe(UNSEEN)
      expect((await harness.refused(token, calls.restore, station)).message).toBe(UNSEEN)
      expect((await harness.refused(token, calls.history, { psId: station.psId })).message).toBe(UNSEEN)
    }
    const worker = await harness.signIn('a_worker')
    expect((await harness.refused(worker, calls.retire, retirement(station))).status).toBe(403)
    expect((await harness.refused(worker, calls.restore, station)).status).toBe(403)
  })
})

describe('days of a station', () => {
  const dates = { gridDate: '2020-05-01', warrantyEnd: '2030-05-01' }

  it('stand in their order: grid connection, then the end of the warranty and of maintenance', async () => {
    const wrong = { ...dates, warrantyEnd: '2020-04-30' }
    const station = await add(dates)
    const { psaId } = siteIn('A01A02')
    const added = { psName: '倒序站', psaId, depId: department('A01A02'), siteType: 'G', ...wrong }
    const reversed = '质保截止不能早于并网日期 2020-05-01'
    expect((await harness.refused(people.admin, calls.add, added)).message).toBe(reversed)
    expect((await harness.refused(people.admin, calls.edit, { ...station, ...wrong })).message).toBe(reversed)
    const early = retirement(station, { retiredOn: '2020-04-30' })
    expect((await harness.refused(people.admin, calls.retire, early)).message).toBe(
      '退场日期不能早于并网日期 2020-05-01',
    )
    expect(await harness.call(people.admin, calls.detail, { psId: station.psId })).toEqual(station)
  })
})

describe('the history', () => {
  it('tells who did what and each field from old to new, in the words of that time', async () => {
    const station = await add({ psName: '史站', capacityKwp: 100 })
    const edited = await harness.call(people.admin, calls.edit, {
      ...station,
      capacityKwp: 120.5,
      city: '西宁',
    })
    const moved = await harness.call(people.admin, calls.edit, {
      ...edited,
      depId: department('A01A01'),
      psaId: siteIn('A01A01').psaId,
    })
    const same = await harness.call(people.admin, calls.edit, { ...moved, psId: moved.psId })
    const retired = await harness.call(people.admin, calls.retire, retirement(same, { retiredOn: today() }))
    await harness.call(people.admin, calls.restore, retired)
    const events = await historyOf(station.psId)
    expect(events.map(({ action }) => action)).toEqual(['restore', 'retire', 'move', 'edit', 'create'])
    expect(events[3]!.changes).toEqual([
      { field: 'capacityKwp', from: '100', to: '120.5' },
      { field: 'city', from: null, to: '西宁' },
    ])
    expect(events[2]!.changes).toEqual([
      { field: 'psaId', from: '项目二', to: '项目一' },
      { field: 'depId', from: '西部区域', to: '东部中心' },
    ])
    expect(events[1]!.note).toBe(`${today()} 合同到期`)
    expect(new Set(events.map(({ actorName }) => actorName))).toEqual(new Set(['甲公司admin']))
    const page = await harness.call(people.admin, calls.history, {
      psId: station.psId,
      pageNo: 2,
      pageSize: 2,
    })
    expect(page).toMatchObject({ total: 5, pages: 3, current: 2 })
    expect(page.records.map(({ action }) => action)).toEqual(['move', 'edit'])
  })

  it('holds nothing of a change that was refused', async () => {
    const [one, other] = [await add(), await add()]
    const taken = { ...other, psName: one.psName }
    expect((await harness.refused(people.admin, calls.edit, taken)).message).toBe('该项目下已有同名电站')
    expect((await historyOf(other.psId)).map(({ action }) => action)).toEqual(['create'])
  })
})
