import { cleaningCalls as calls } from '@heliodesk/contract/cleaning.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { wholeDatabase } from '../../../test/whole-database.ts'
import { DAY, useCleaning, washed } from './cleaning.fixture.ts'

const { site, harness, inHand, zone, insert, refusedInsert, select } = useCleaning()
const { submit } = site

describe('the zones of a cleaning order', () => {
  it('are added by /order/clean/insert, changed by it, and deleted by /order/clean/delete', async () => {
    const order = await inHand()
    const planned = await insert(order.id, { method: 'contract', contractor: '净源环境' })
    expect(planned).toMatchObject({
      workCode: order.workCode,
      psId: site.stationId,
      state: 'planned',
      stateName: '未清洗',
      methodName: '外委',
      contractor: '净源环境',
      cleanedOn: null,
      version: 1,
    })
    const done = await insert(order.id, { ...washed, id: planned.id, version: 1, water: 12.5, broken: 2 })
    expect(done).toMatchObject({
      ...washed,
      id: planned.id,
      version: 2,
      state: 'done',
      water: 12.5,
      broken: 2,
    })
    expect(done.contractor).toBe('')
    const stale = { id: planned.id, version: 1 }
    expect(await refusedInsert(order.id, stale)).toBe('清洗记录已在别处更新，请刷新后重试')
    expect((await harness.refused(site.people.worker.token, calls.remove, stale)).message).toMatch(
      /已在别处更新/,
    )
    await harness.call(site.people.worker.token, calls.remove, { id: planned.id, version: 2 })
    expect((await select({ orderId: order.id })).pageList).toEqual([])
    const history = await harness.call(site.people.worker.token, workOrderCalls.history, { id: order.id })
    expect(history.filter(({ action }) => action === 'cleaning').map(({ note }) => note)).toEqual([
      '删除 B1 50000 kWp',
      '修改 B1 50000 kWp',
      '新增 B1 50000 kWp',
    ])
    expect(history[0]!.actionName).toBe('登记清洗')
  })

  it.each([
    [{ areaName: ' ' }, /清洗区域（areaName）：此项为必填项/],
    [{ capacityKwp: 0 }, /容量（capacityKwp）：应大于 0/],
    [{ capacityKwp: 50_000.01 }, /本轮合计 50000.01 kWp，超过电站装机容量 50000 kWp/],
    [{ method: 'contract' }, /外委清洗请填写外委单位/],
    [{ method: 'other' }, /清洗方式（method）：请选择清洗方式/],
    [{ cost: -1 }, /费用（cost）：不能小于 0/],
    [{ cleanedOn: '2030-01-04' }, /清洗日期（cleanedOn）：不能晚于今天/],
    [{ cleanedOn: DAY, srBefore: 0.9 }, /清洗前后的 SR 应一起填写/],
    [{ srBefore: 0.9, srAfter: 0.95 }, /填写 SR 前，请填写清洗日期/],
    [{ cleanedOn: DAY, srBefore: 0.9, srAfter: 1.2 }, /清洗后 SR（srAfter）：应在 0.01~1.1 之间/],
  ])('are refused with %j, and nothing is written', async (wrong, says) => {
    const order = await inHand()
    const before = await wholeDatabase(harness)
    expect(await refusedInsert(order.id, wrong)).toMatch(says)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('belong to orders of the two types of cleaning, in the hands of their executors', async () => {
    expect(await refusedInsert((await inHand(12)).id, {})).toBe('只有清洗和标准组串清洗工单可以登记清洗')
    expect((await insert((await inHand(13)).id)).areaName).toBe('B1')
    const order = await inHand()
    expect(await refusedInsert(order.id, {}, site.people.worker2.token)).toBe(
      '只有负责人和协作人可以登记清洗',
    )
    expect(await refusedInsert(order.id, {}, site.people.foreigner.token)).toBe('数据不存在或无权查看')
    await insert(order.id, washed)
    await submit(order)
    expect(await refusedInsert(order.id, { areaName: 'B2' })).toBe('工单不在处理中，不能修改清洗记录')
  })

  it('never cover more than the station, also when two are added at once, nor one zone twice', async () => {
    const order = await inHand()
    const add = (areaName: string) =>
      harness.request('POST', calls.insert.path, {
        token: site.people.worker.token,
        body: zone(order.id, { areaName, capacityKwp: 30_000 }),
      })
    const answers = await Promise.all([add('B1'), add('B2'), add('B3')])
    expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(1)
    const { areaName } = (await select({ orderId: order.id })).pageList[0]!
    expect(await refusedInsert(order.id, { areaName, capacityKwp: 1 })).toMatch(/本轮已有该区域/)
    await harness.owner.query('update station set capacity_kwp = null where id = $1', [site.stationId])
    expect(await refusedInsert(order.id, { areaName: 'B9', capacityKwp: 1 })).toMatch(/没有登记装机容量/)
  })
})

describe('/order/clean/select', () => {
  it('lists with filters and pages, each person what they see', async () => {
    const order = await inHand()
    await insert(order.id, { areaName: '东区 A', capacityKwp: 10_000, ...washed })
    await insert(order.id, {
      areaName: '东区 B',
      capacityKwp: 10_000,
      method: 'contract',
      contractor: '净源',
    })
    const areas = async (query: object) =>
      (await select({ orderId: order.id, ...query })).pageList.map(({ areaName }) => areaName)
    expect(await areas({})).toEqual(['东区 B', '东区 A'])
    expect(await areas({ state: 'done' })).toEqual(['东区 A'])
    expect(await areas({ state: 'planned' })).toEqual(['东区 B'])
    expect(await areas({ method: 'contract' })).toEqual(['东区 B'])
    expect(await areas({ from: DAY, to: DAY })).toEqual(['东区 A'])
    expect(await areas({ to: '2030-01-01' })).toEqual([])
    expect(await areas({ keyword: '区 a' })).toEqual(['东区 A'])
    expect(await areas({ keyword: order.workCode.toLowerCase() })).toHaveLength(2)
    const second = await harness.call(site.people.worker.token, calls.select, {
      orderId: order.id,
      curPage: 2,
      size: 1,
    })
    expect(second).toMatchObject({ rowCount: 2, pageList: [{ areaName: '东区 A' }] })
    for (const { token } of [site.people.outsider, site.people.foreigner])
      expect(await select({ orderId: order.id }, token)).toEqual({ pageList: [], rowCount: 0 })
  })
})

describe('/order/clean/query/cap', () => {
  it('tells how much of the station a round and a period cover', async () => {
    const order = await inHand()
    await insert(order.id, { capacityKwp: 27_900, ...washed, cleanedOn: '2030-01-01' })
    await insert(order.id, { areaName: 'B2', capacityKwp: 10_000 })
    const cap = (query: object, token = site.people.worker.token) => harness.call(token, calls.cap, query)
    expect(await cap({ orderId: order.id })).toEqual({
      capacityKwp: 50_000,
      plannedKwp: 10_000,
      coveredKwp: 27_900,
      percent: 55.8,
      zones: 2,
    })
    const station = { psId: site.stationId }
    const [day, later] = await Promise.all([
      cap({ ...station, from: '2030-01-01', to: '2030-01-01' }),
      cap({ ...station, from: '2030-01-03' }),
    ])
    expect(day.coveredKwp).toBe(27_900)
    expect(later.coveredKwp).toBe(0)
    const refused = async (query: object, token = site.people.worker.token) =>
      (await harness.refused(token, calls.cap, query)).message
    expect(await refused({})).toMatch(/请提供电站或工单之一/)
    expect(await refused({ ...station, from: DAY, to: '2030-01-01' })).toMatch(/结束日期不能早于开始日期/)
    for (const { token } of [site.people.outsider, site.people.foreigner]) {
      expect(await refused(station, token)).toBe('数据不存在或无权查看')
      expect(await refused({ orderId: order.id }, token)).toBe('数据不存在或无权查看')
    }
  })
})

describe('/order/clean/copy', () => {
  it('plans the zones of a former cleaning anew, without its results', async () => {
    const [former, next] = [await inHand(), await inHand()]
    await insert(former.id, { capacityKwp: 20_000, ...washed, water: 9 })
    await insert(former.id, { areaName: 'B2', capacityKwp: 20_000 })
    await insert(next.id, { areaName: 'B2', capacityKwp: 5_000 })
    const copy = { orderId: next.id, fromOrderId: former.id }
    expect(await harness.call(site.people.master.token, calls.copy, copy)).toEqual({ copied: 1 })
    const rows = (await select({ orderId: next.id })).pageList
    expect(rows.map(({ areaName, capacityKwp }) => `${areaName} ${capacityKwp}`)).toEqual([
      'B1 20000',
      'B2 5000',
    ])
    expect(rows[0]).toMatchObject({
      state: 'planned',
      cost: 100_000,
      cleanedOn: null,
      srBefore: null,
      water: null,
    })
    const refused = async (input: object, token = site.people.master.token) =>
      (await harness.refused(token, calls.copy, { ...copy, ...input })).message
    expect(await refused({})).toBe('来源工单没有可复制的清洗区域')
    expect(await refused({ fromOrderId: next.id })).toMatch(/应是同一电站的另一张清洗工单/)
    expect(await refused({}, site.people.foreigner.token)).toBe('数据不存在或无权查看')
    expect((await harness.refused(site.people.worker.token, calls.copy, copy)).status).toBe(403)
  })
})
