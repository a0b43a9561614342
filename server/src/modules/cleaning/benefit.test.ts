import { referenceInputs } from '@heliodesk/contract/cleaning-benefit.fixture.ts'
import { benefitOf } from '@heliodesk/contract/cleaning-benefit.ts'
import { cleaningCalls as calls } from '@heliodesk/contract/cleaning.ts'
import { generationCalls } from '@heliodesk/contract/generation.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { wholeDatabase } from '../../../test/whole-database.ts'
import { DAY, useCleaning, washed } from './cleaning.fixture.ts'

const { site, harness, inHand, insert, select, benefit } = useCleaning()
const set = async (cleaning: object) => {
  const { token } = site.people.admin
  const { version } = await harness.call(token, settingCalls.business, {})
  await harness.call(token, settingCalls.editBusiness, { version, cleaning })
}
/** Days of the station: rain in mm by day. */
const rained = (rain: Record<string, number>) =>
  harness.call(site.people.admin.token, generationCalls.save, {
    rows: Object.entries(rain).map(([day, mm]) => ({ psId: site.stationId, day, energyKwh: 1000, rain: mm })),
  })
beforeEach(async () => {
  await harness.owner.query('delete from station_generation where station_id = $1', [site.stationId])
  await set({ days: 30, price: 0.3949, soilingRate: 0.16, rain: 10 })
})

describe('the benefit', () => {
  it('is that of the reference case, with the source of every input', async () => {
    const order = await inHand()
    await insert(order.id, washed)
    const inputs = { ...referenceInputs, soilingRate: 0.0016 }
    const { estimate, accepted } = await benefit(order.id)
    expect(accepted).toBeNull()
    expect(estimate).toEqual({
      inputs,
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
      outcome: benefitOf(inputs),
      unmeasured: 0,
      cleanedOn: DAY,
      breakEvenDay: '2030-01-27',
      rain: null,
    })
    expect(
      (await harness.refused(site.people.foreigner.token, calls.benefit, { orderId: order.id })).message,
    ).toBe('数据不存在或无权查看')
  })

  it('takes measured irradiation before the setting, the company’s settings, and weighs zones by capacity', async () => {
    const { admin } = site.people
    await set({ price: 0.5, soilingRate: 0.2, days: 10 })
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
    expect((await benefit(order.id)).estimate).toMatchObject({
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
    const { estimate: before } = await benefit(order.id)
    const submitted = await site.submit(order)
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
    const { accepted: kept, estimate: now } = await benefit(order.id)
    expect(kept).toEqual({
      ...before,
      acceptedTime: expect.stringMatching(/^2030-01-03 09:00/),
      checkerName: expect.any(String),
    })
    expect(now).toMatchObject({ inputs: { ...before.inputs, price: 9 }, sources: { price: 'station' } })
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
    const empty = await site.submitted(1)
    const check = async ({ id, version }: { id: string; version: number }) =>
      (await harness.refused(master.token, calls.check, { orderId: id, version })).message
    expect(await check(empty)).toBe('没有清洗记录，不能验收清洗')
    const order = await inHand()
    await insert(order.id, { cleanedOn: DAY })
    const submitted = await site.submit(order)
    const before = await wholeDatabase(harness)
    expect(await check(submitted)).toBe('1 个区域没有清洗前后的 SR，不能验收清洗')
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('is accepted once of two checks at once', async () => {
    const order = await inHand()
    await insert(order.id, washed)
    const { version } = await site.submit(order)
    const send = () =>
      harness.request('POST', calls.check.path, {
        token: site.people.master.token,
        body: { orderId: order.id, version },
      })
    const answers = await Promise.all([send(), send()])
    expect(answers.filter(({ body }) => body.result_code === '1')).toHaveLength(1)
  })

  it('is kept by the ordinary acceptance too, as far as it is measured', async () => {
    const { master } = site.people
    const order = await inHand()
    await insert(order.id, { capacityKwp: 20_000, cost: 7000, ...washed })
    await insert(order.id, { areaName: 'B2', capacityKwp: 10_000, cost: 3000, cleanedOn: DAY })
    await insert(order.id, { areaName: 'B3', capacityKwp: 10_000, cost: 3000 })
    const { estimate } = await benefit(order.id)
    expect(estimate).toMatchObject({ unmeasured: 2, inputs: { capacityKwp: 20_000, cost: 10_000 } })
    const { id, version } = await site.submit(order)
    const input = { id, version, pass: true }
    const refused = await harness.refused(master.token, workOrderCalls.check, {
      ...input,
      version: version - 1,
    })
    expect(refused.message).toBe('工单已在别处更新，请刷新后重试')
    expect((await benefit(id)).accepted).toBeNull()
    await harness.call(master.token, workOrderCalls.check, input)
    await set({ pr: 0.5 })
    const kept = (await benefit(id)).accepted
    expect(kept).toMatchObject(estimate)
    expect(
      (await select({ orderId: id })).pageList.map(({ areaName, state }) => `${areaName} ${state}`),
    ).toEqual(['B3 planned', 'B2 accepted', 'B1 accepted'])
    await set({ pr: 0.84 })
  })

  it('is not kept of orders without a cleaned zone, nor of what is returned', async () => {
    const { master } = site.people
    const planned = await inHand()
    await insert(planned.id, { capacityKwp: 10 })
    const submitted = await site.submit(planned)
    await harness.call(master.token, workOrderCalls.check, { ...submitted, pass: true })
    expect((await benefit(planned.id)).accepted).toBeNull()
    const order = await inHand()
    await insert(order.id, washed)
    const again = await site.submit(order)
    await harness.call(master.token, workOrderCalls.check, { ...again, pass: false, auditOpinion: '缺照片' })
    expect((await benefit(order.id)).accepted).toBeNull()
  })

  it('ends with the first rain that washes the modules, by the company’s limit', async () => {
    const order = await inHand()
    await insert(order.id, { ...washed, cleanedOn: '2029-12-20' })
    await rained({
      '2029-12-19': 40,
      '2029-12-20': 40,
      '2029-12-24': 9.9,
      '2029-12-30': 10,
      '2030-01-01': 30,
    })
    expect((await benefit(order.id)).estimate).toMatchObject({
      inputs: { days: 10 },
      sources: { days: 'rain' },
      rain: { day: '2029-12-30', mm: 10 },
      outcome: { energyKwh: 105_000, breakEvenDays: 24.12 },
      // The rain came before the cost did.
      breakEvenDay: null,
    })
    await set({ rain: 20 })
    expect((await benefit(order.id)).estimate).toMatchObject({
      inputs: { days: 12 },
      rain: { day: '2030-01-01', mm: 30 },
    })
    await set({ rain: 50 })
    expect((await benefit(order.id)).estimate).toMatchObject({
      inputs: { days: 30 },
      rain: null,
      breakEvenDay: '2030-01-14',
    })
    // Beyond the days that count there is nothing to end.
    await set({ rain: 20, days: 12 })
    expect((await benefit(order.id)).estimate.rain).toBeNull()
  })
})

describe('/order/clean/soiling', () => {
  const course = (orderId: string, token = site.people.worker.token) =>
    harness.call(token, calls.soiling, { orderId })

  it('follows from measurements, the rate and the rain; before the first one nothing is known', async () => {
    await harness.owner.query('delete from cleaning_acceptance')
    await harness.owner.query('delete from cleaning')
    const [former, order] = [await inHand(), await inHand()]
    await insert(former.id, { ...washed, cleanedOn: '2029-12-10', srBefore: 0.95, srAfter: 0.99 })
    await insert(order.id, { capacityKwp: 25_000, ...washed, cleanedOn: '2029-12-30' })
    await rained({ '2029-12-20': 12, '2029-12-25': 9 })
    const found = await course(order.id)
    expect(found).toMatchObject({ rate: 0.16, rateSource: 'setting', washingRain: 10, rainDays: 2 })
    expect(found.days).toHaveLength(60)
    expect(found.days.at(-1)!.day).toBe('2030-01-03')
    const on = (day: string) => found.days.find((each) => each.day === day)!
    expect(on('2029-12-09')).toMatchObject({ loss: null, before: null, rain: null })
    expect(on('2029-12-10')).toMatchObject({ loss: 1, before: 5, after: 1, cleanedKwp: 0, othersKwp: 50_000 })
    expect(on('2029-12-19').loss).toBe(2.44)
    expect(on('2029-12-20')).toMatchObject({ loss: 1, rain: 12 })
    expect(on('2029-12-25').loss).toBe(1.8)
    // Half of the station: (7 + 2) / 2.
    expect(on('2029-12-30')).toMatchObject({ loss: 4.5, before: 7, after: 2, cleanedKwp: 25_000 })
    expect(found.days.at(-1)!.loss).toBe(5.14)
  })

  it('is of those who see the order', async () => {
    const order = await inHand()
    for (const { token } of [site.people.outsider, site.people.foreigner])
      expect((await harness.refused(token, calls.soiling, { orderId: order.id })).message).toBe(
        '数据不存在或无权查看',
      )
    const { days } = await course(order.id)
    expect(days.at(-1)!.day).toBe('2030-01-03')
  })
})
