import { cleaningCalls as calls } from '@heliodesk/contract/cleaning.ts'
import { generationCalls } from '@heliodesk/contract/generation.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site
const DAY = '2030-01-02'

beforeAll(() => site.beginAt('2030-01-03T09:00:00+08:00'))
beforeEach(async () => {
  await harness.owner.query('update station set capacity_kwp = 50000, tariff = 0.3949 where id = $1', [
    site.stationId,
  ])
})

const inHand = async (taskType = 1) =>
  harness.call(
    site.people.worker.token,
    workOrderCalls.start,
    await site.assignTo(await site.create({ taskType })),
  )
const zone = (orderId: string, input: object = {}) => ({
  orderId,
  areaName: 'B1',
  capacityKwp: 50_000,
  method: 'own' as const,
  cost: 100_000,
  ...input,
})
const washed = { cleanedOn: DAY, srBefore: 0.93, srAfter: 0.98 }
const insert = (orderId: string, input: object = {}, token = site.people.worker.token) =>
  harness.call(token, calls.insert, zone(orderId, input))
const refusedInsert = async (orderId: string, input: object, token = site.people.worker.token) =>
  (await harness.refused(token, calls.insert, zone(orderId, input))).message
const select = async (query: object, token = site.people.worker.token) =>
  harness.call(token, calls.select, { ...query, size: 100 })
const submit = async ({ id }: { id: string }) => {
  const { version } = await harness.call(site.people.worker.token, workOrderCalls.version, { id })
  return harness.call(site.people.worker.token, workOrderCalls.execute, {
    id,
    version,
    submit: true,
    ...(await site.filled(id)),
  })
}

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

describe('the benefit', () => {
  const benefit = (orderId: string, token = site.people.worker.token) =>
    harness.call(token, calls.benefit, { orderId })

  it('is that of the reference case, with the source of every input', async () => {
    const order = await inHand()
    await insert(order.id, washed)
    expect(await benefit(order.id)).toEqual({
      inputs: {
        capacityKwp: 50_000,
        irradiation: 5,
        pr: 0.84,
        srGain: 0.05,
        days: 30,
        price: 0.3949,
        cost: 100_000,
        soilingRate: 0.0016,
      },
      sources: {
        capacityKwp: 'records',
        irradiation: 'setting',
        pr: 'setting',
        srGain: 'records',
        days: 'setting',
        price: 'station',
        cost: 'records',
        soilingRate: 'setting',
      },
      measuredDays: 0,
      outcome: {
        dailyKwh: 10_500,
        energyKwh: 315_000,
        income: 124_393.5,
        profit: 24_393.5,
        breakEvenDays: 24.12,
        bestIntervalDays: 38.82,
      },
      unmeasured: 0,
      cleanedOn: DAY,
      breakEvenDay: '2030-01-27',
      acceptedTime: null,
      checkerName: null,
    })
    expect(
      (await harness.refused(site.people.foreigner.token, calls.benefit, { orderId: order.id })).message,
    ).toBe('数据不存在或无权查看')
  })

  it('takes measured irradiation before the setting, the company’s settings, and weighs zones by capacity', async () => {
    const { admin } = site.people
    const { version } = await harness.call(admin.token, settingCalls.business, {})
    await harness.call(admin.token, settingCalls.editBusiness, {
      version,
      cleaning: { price: 0.5, soilingRate: 0.2, days: 10 },
    })
    await harness.call(admin.token, generationCalls.save, {
      rows: [
        { psId: site.stationId, day: '2030-01-01', energyKwh: 1000, irradiation: 4 },
        { psId: site.stationId, day: DAY, energyKwh: 1000, irradiation: 6.5 },
        // More than ten days before.
        { psId: site.stationId, day: '2029-12-20', energyKwh: 1000, irradiation: 1 },
      ],
    })
    await harness.owner.query('update station set tariff = null where id = $1', [site.stationId])
    const order = await inHand()
    await insert(order.id, { capacityKwp: 10_000, cost: 5_000, ...washed })
    await insert(order.id, { areaName: 'B2', capacityKwp: 30_000, cost: 7_000, ...washed, srAfter: 0.94 })
    await insert(order.id, { areaName: 'B3', capacityKwp: 1_000, cost: 9_000 })
    expect(await benefit(order.id)).toMatchObject({
      inputs: {
        capacityKwp: 40_000,
        irradiation: 5.25,
        srGain: 0.02,
        days: 10,
        price: 0.5,
        cost: 12_000,
        soilingRate: 0.002,
      },
      sources: { irradiation: 'measured', price: 'setting' },
      measuredDays: 2,
      unmeasured: 1,
      outcome: { dailyKwh: 3528, energyKwh: 35_280, income: 17_640, profit: 5_640, breakEvenDays: 6.8 },
      breakEvenDay: '2030-01-09',
    })
  })

  it('is kept by /order/clean/check, which accepts the order as every order is accepted', async () => {
    const { master, worker, foreigner } = site.people
    const order = await inHand()
    await insert(order.id, washed)
    const before = await benefit(order.id)
    const submitted = await submit(order)
    const input = { orderId: order.id, version: submitted.version }
    expect((await harness.refused(worker.token, calls.check, input)).status).toBe(403)
    expect((await harness.refused(foreigner.token, calls.check, input)).message).toBe('数据不存在或无权查看')
    const stale = await harness.refused(master.token, calls.check, {
      ...input,
      version: submitted.version - 1,
    })
    expect(stale.message).toBe('工单已在别处更新，请刷新后重试')
    expect(await harness.call(master.token, calls.check, input)).toEqual(before.outcome)
    await harness.owner.query('update station set tariff = 9 where id = $1', [site.stationId])
    const kept = await benefit(order.id)
    expect(kept).toMatchObject({ inputs: before.inputs, outcome: before.outcome })
    expect(kept.acceptedTime).not.toBeNull()
    expect((await select({ orderId: order.id })).pageList[0]).toMatchObject({
      state: 'accepted',
      stateName: '已验收',
    })
    const closed = await harness.call(worker.token, workOrderCalls.detail, { id: order.id })
    expect(closed.flowSts).toBe(4)
    expect(
      (await harness.refused(master.token, calls.check, { ...input, version: closed.version })).code,
    ).toBe('order.pass_refused')
  })

  it('is not accepted without records, or without a result of every zone', async () => {
    const { master } = site.people
    const empty = await submit(await inHand())
    const check = async ({ id, version }: { id: string; version: number }) =>
      (await harness.refused(master.token, calls.check, { orderId: id, version })).message
    expect(await check(empty)).toBe('没有清洗记录，不能验收清洗')
    const order = await inHand()
    await insert(order.id, { cleanedOn: DAY })
    const submitted = await submit(order)
    const before = await wholeDatabase(harness)
    expect(await check(submitted)).toBe('1 个区域没有清洗前后的 SR，不能验收清洗')
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('is accepted once of two checks at once', async () => {
    const order = await inHand()
    await insert(order.id, washed)
    const { version } = await submit(order)
    const send = () =>
      harness.request('POST', calls.check.path, {
        token: site.people.master.token,
        body: { orderId: order.id, version },
      })
    const answers = await Promise.all([send(), send()])
    expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(1)
  })
})
