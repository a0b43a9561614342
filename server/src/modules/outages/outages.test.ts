import { generationCalls } from '@heliodesk/contract/generation.ts'
import { usualOrder, type OutageCategory } from '@heliodesk/contract/outage-categories.ts'
import { outageCalls as calls } from '@heliodesk/contract/outages.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site
const NOW = '2030-01-03T09:00:00+08:00'
const DAY = '2030-01-02'

let deviceId = ''

beforeAll(async () => {
  await site.setClock(NOW)
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into device (tenant_id, station_id, type_id, code, name, rated_kw)
     select $1, $2, (select min(id) from device_type where tenant_id = $1 and parent_id is not null), 'NB-3', '3 号逆变器', 240
     returning id`,
    [harness.tenant.tenantId, site.stationId],
  )
  deviceId = rows[0]!.id
})
beforeEach(async () => {
  harness.clock.set(NOW)
  // Without coordinates the sun shines from 6 to 18 o'clock.
  await harness.owner.query(
    `update station set capacity_kwp = 1000, ac_kw = 800, tariff = 0.3949, latitude = null, longitude = null
     where id = $1`,
    [site.stationId],
  )
  await harness.owner.query('delete from station_generation where station_id = $1', [site.stationId])
  await harness.owner.query('delete from outage')
})

const inHand = () => site.begun()
const window = (orderId: string, input: object = {}) => ({
  orderId,
  deviceId,
  fromTime: `${DAY} 06:00:00`,
  untilTime: `${DAY} 18:00:00`,
  category: 'forced' as const,
  party: 'operator' as const,
  ...input,
})
const save = (orderId: string, input: object = {}, token = site.people.worker.token) =>
  harness.call(token, calls.save, window(orderId, input))
const refused = async (orderId: string, input: object, token = site.people.worker.token) =>
  (await harness.refused(token, calls.save, window(orderId, input))).message
const list = (orderId: string, token = site.people.worker.token) =>
  harness.call(token, calls.list, { orderId })
const lossPower = async (id: string) =>
  (await harness.call(site.people.worker.token, workOrderCalls.detail, { id })).lossPower

/** Days before `DAY` with a performance ratio of 0.8, and the day itself. */
async function generated(energyKwh: number, irradiation = 5) {
  const days = Array.from({ length: 6 }, (_day, at) => ({
    psId: site.stationId,
    day: `2029-12-${20 + at}`,
    energyKwh: 4000,
    irradiation: 5,
  }))
  await harness.call(site.people.admin.token, generationCalls.save, {
    rows: [...days, { psId: site.stationId, day: DAY, energyKwh, irradiation }],
  })
}

describe('outage windows of an order', () => {
  it('are added, closed, changed and deleted with the order’s version of the truth', async () => {
    const order = await inHand()
    const open = await save(order.id, { untilTime: undefined, note: '绝缘低' })
    // 240 kW of a station with 1000 kWp on 800 kW: 300 kWp, 4 kWh/m² and 0.82 by the settings, 12 h of daylight.
    expect(open).toMatchObject({
      version: 1,
      untilTime: null,
      capacityKwp: 300,
      categoryName: '强迫停运',
      partyName: '运维单位',
      methodName: '辐照',
      rate: 82,
      share: 100,
      note: '绝缘低',
    })
    expect(open.inputs).toMatchObject({ pr: 0.82, prSource: 'setting', acKw: 240, priceSource: 'station' })
    expect(await lossPower(order.id)).toBe(82)
    const closed = await save(order.id, { id: open.id, version: 1 })
    expect(closed).toMatchObject({ version: 2, rate: 0, hours: 12, lostKwh: 984, lostYuan: 388.58 })
    expect(await lossPower(order.id)).toBe(0)
    expect(await refused(order.id, { id: open.id, version: 1 })).toBe('停机记录已在别处更新，请刷新后重试')
    const { total, byParty } = await list(order.id)
    expect(total).toEqual({ lostKwh: 984, lostYuan: 388.58, rate: 0, open: 0 })
    expect(byParty).toEqual([{ party: 'operator', partyName: '运维单位', lostKwh: 984, lostYuan: 388.58 }])
    await harness.call(site.people.master.token, calls.remove, { id: open.id, version: 2 })
    expect((await list(order.id)).rows).toEqual([])
    const history = await harness.call(site.people.worker.token, workOrderCalls.history, { id: order.id })
    expect(
      history.filter(({ action }) => action === 'outage').map(({ note }) => note!.split(' ').at(0)),
    ).toEqual(['删除', '恢复', '新增'])
  })

  it('lose nothing at night, and half of the day until noon', async () => {
    const order = await inHand()
    const night = await save(order.id, { fromTime: `${DAY} 18:00:00`, untilTime: '2030-01-03 06:00:00' })
    expect(night).toMatchObject({ hours: 12, lostKwh: 0, lostYuan: 0 })
    const morning = await save(order.id, { untilTime: `${DAY} 12:00:00` })
    expect(morning.lostKwh).toBe(492)
  })

  it('of one device at once count once, by the category that goes first, across orders', async () => {
    const [first, second] = [await inHand(), await inHand()]
    await save(first.id)
    await save(second.id, { category: 'majeure', party: 'none', untilTime: `${DAY} 12:00:00` })
    const [one] = (await list(first.id)).rows
    const [two] = (await list(second.id)).rows
    expect([one!.lostKwh, two!.lostKwh]).toEqual([492, 492])
    expect(one!.inputs.sharedHours).toBe(6)
    await harness.call(site.people.worker.token, calls.remove, { id: two!.id, version: two!.version })
    expect((await list(first.id)).total.lostKwh).toBe(984)
  })

  describe('in the order of categories that the company sets', () => {
    const edit = async (order: readonly string[]) => {
      const { version } = await harness.call(site.people.admin.token, settingCalls.business, {})
      return { version, losses: { order: order as OutageCategory[] } }
    }
    const setOrder = async (order: readonly string[]) => {
      await harness.call(site.people.admin.token, settingCalls.editBusiness, await edit(order))
    }
    const forcedFirst = ['forced', ...usualOrder.filter((each) => each !== 'forced')]
    afterEach(() => setOrder(usualOrder))

    it.each([
      ['the usual one, force majeure first', usualOrder, 100, [492, 492]],
      ['one with forced outages first', forcedFirst, 100, [984, 0]],
      ['the usual one, of which half is out by force majeure', usualOrder, 50, [738, 246]],
      ['one with forced outages first, beside half of force majeure', forcedFirst, 50, [984, 0]],
    ])('%s', async (_name, order, share, lost) => {
      await setOrder(order)
      const [forced, majeure] = [await inHand(), await inHand()]
      await save(forced.id)
      await save(majeure.id, { category: 'majeure', party: 'none', untilTime: `${DAY} 12:00:00`, share })
      const totals = [await list(forced.id), await list(majeure.id)].map(({ total }) => total.lostKwh)
      expect(totals).toEqual(lost)
    })

    it('changes what is open when it is calculated again, and says so in the record of changes', async () => {
      const [forced, majeure] = [await inHand(), await inHand()]
      await save(forced.id)
      await save(majeure.id, { category: 'majeure', party: 'none', untilTime: `${DAY} 12:00:00` })
      await setOrder(forcedFirst)
      expect((await list(forced.id)).total.lostKwh).toBe(492)
      await harness.call(site.people.worker.token, calls.calculate, { orderId: forced.id })
      expect((await list(forced.id)).total.lostKwh).toBe(984)
      expect((await list(majeure.id)).total.lostKwh).toBe(0)
      const { pageList } = await harness.call(site.people.admin.token, settingCalls.businessChanges, {})
      const others = '中止、计划检修、计划消缺、要求停机、电气超限、环境超限、无数据'
      expect(pageList.map(({ title, after }) => `${title} ${after}`)).toContain(
        `停机损失：停机类别的先后 强迫停运、不可抗力、${others}`,
      )
    })

    it.each([
      [usualOrder.slice(1), /停机类别的先后（losses.order）：应包含每个停机类别/],
      [[...usualOrder.slice(1), usualOrder[1]!], /停机类别的先后（losses.order）：停机类别有重复/],
      [['night', ...usualOrder.slice(1)], /停机类别/],
    ])('is refused as %j', async (order, says) => {
      const input = await edit(order)
      const before = await wholeDatabase(harness)
      const { message } = await harness.refused(site.people.admin.token, settingCalls.editBusiness, input)
      expect(message).toMatch(says)
      expect(await wholeDatabase(harness)).toEqual(before)
    })
  })

  it('at once of two people are not counted twice either', async () => {
    const [first, second] = [await inHand(), await inHand()]
    await Promise.all([save(first.id), save(second.id)])
    const lost = [await list(first.id), await list(second.id)].map(({ total }) => total.lostKwh)
    expect(lost.toSorted((a, b) => a - b)).toEqual([0, 984])
  })

  it('take free objects with a capacity of their own and a share', async () => {
    const order = await inHand()
    const part = { deviceId: undefined, objectName: '3 号方阵 2 支路', capacityKwp: 100, share: 50 }
    expect(await save(order.id, part)).toMatchObject({ name: '3 号方阵 2 支路', lostKwh: 164 })
  })

  it.each([
    [{ fromTime: '2030-01-03 09:01:00', untilTime: undefined }, /停机时间（fromTime）：不能晚于现在/],
    [{ untilTime: '2030-01-03 09:01:00' }, /恢复时间（untilTime）：不能晚于现在/],
    [{ untilTime: `${DAY} 06:00:00` }, /恢复时间（untilTime）：恢复时间应晚于停机时间/],
    [{ fromTime: '2027-01-01 00:00:00' }, /一次停机最长 731 天/],
    [{ deviceId: undefined }, /请选择设备，或填写停机对象/],
    [{ objectName: '支路' }, /已选设备时不填/],
    [{ deviceId: '999999999' }, /停机设备（deviceId）：不是本站的设备/],
    [{ capacityKwp: 1000.5 }, /停运容量（capacityKwp）：超过电站装机容量 1000 kWp/],
    [{ deviceId: undefined, objectName: '支路' }, /停运容量（capacityKwp）：请填写停机对象的容量/],
    [{ share: 0 }, /停运比例（share）：应大于 0/],
    [{ category: 'night' }, /停机类别（category）：请选择停机类别/],
    [{ party: '' }, /责任方（party）：请选择责任方/],
    [{ peers: [{ name: '4 号', kw: 320, kwh: 800 }] }, /参照设备（peers）：参照设备至少 3 台/],
  ])('are refused with %j, and nothing is written', async (wrong, says) => {
    const order = await inHand()
    const before = await wholeDatabase(harness)
    expect(await refused(order.id, wrong)).toMatch(says)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('are changed by executors and dispatchers alone, and seen by whoever sees the order', async () => {
    const order = await inHand()
    const { master, worker2, outsider, foreigner } = site.people
    await save(order.id, {}, master.token)
    expect(await refused(order.id, {}, worker2.token)).toMatch(/只有负责人、协作人和调度人/)
    expect((await list(order.id, worker2.token)).mayChange).toBe(false)
    expect((await list(order.id)).mayChange).toBe(true)
    for (const { token } of [outsider, foreigner]) {
      expect(await refused(order.id, {}, token)).toMatch(/不存在/)
      expect((await harness.refused(token, calls.list, { orderId: order.id })).message).toMatch(/不存在/)
    }
    const [row] = (await list(order.id)).rows
    const removal = { id: row!.id, version: row!.version }
    expect((await harness.refused(foreigner.token, calls.remove, removal)).message).toMatch(/不存在/)
    expect((await harness.refused(outsider.token, calls.remove, removal)).message).toMatch(/不存在/)
  })
})

describe('the method', () => {
  it('is the meter where it can tell, shared by what is out on the day', async () => {
    // Expected 1000 kWp × 5 × 0.8 = 4000 kWh; the part of 300 kWp could give 1200 of it.
    await generated(3400)
    const order = await inHand()
    const whole = await save(order.id)
    expect(whole).toMatchObject({ methodName: '实测期望功率', lostKwh: 600, lostYuan: 236.94 })
    expect(whole.inputs).toMatchObject({ pr: 0.8, prSource: 'measured', shortfallKwh: 600 })
    await save(order.id, { deviceId: undefined, objectName: '5 号方阵', capacityKwp: 300 })
    expect((await list(order.id)).rows.map(({ lostKwh }) => lostKwh)).toEqual([300, 300])
  })

  it('is irradiance for what is too small for the meter, with the measured sun', async () => {
    await generated(3900)
    const small = await save((await inHand()).id, { share: 10 })
    expect(small).toMatchObject({ methodName: '辐照', lostKwh: 120 })
    expect(small.inputs.days).toEqual({ measured: 1, plan: 0, setting: 0 })
  })

  it('is that of healthy devices where they are given, less what was still produced', async () => {
    const peers = [3, 4, 5].map((nth) => ({ name: `${nth} 号逆变器`, kw: 320, kwh: 800 + (nth - 4) * 50 }))
    const saved = await save((await inHand()).id, { peers, producedKwh: 50 })
    expect(saved).toMatchObject({ methodName: '参照设备', lostKwh: 700 })
    expect(saved.inputs.peerYield).toBe(2.5)
  })

  it('follows generation that comes later, when somebody calculates again', async () => {
    const order = await inHand()
    expect((await save(order.id)).lostKwh).toBe(984)
    await generated(2000)
    expect((await list(order.id)).total.lostKwh).toBe(984)
    const again = () => harness.call(site.people.worker.token, calls.calculate, { orderId: order.id })
    expect(await again()).toEqual({ changed: 1 })
    expect((await list(order.id)).total.lostKwh).toBe(1200)
    expect(await again()).toEqual({ changed: 0 })
  })
})

describe('an order with something still out', () => {
  const submit = async (id: string) => {
    const { version } = await harness.call(site.people.worker.token, workOrderCalls.version, { id })
    return { id, version, submit: true, ...(await site.filled(id)) }
  }

  it('is not submitted, unless the company allows it; closed, its windows stay', async () => {
    const order = await inHand()
    await save(order.id, { untilTime: undefined })
    const input = await submit(order.id)
    const { message } = await harness.refused(site.people.worker.token, workOrderCalls.execute, input)
    expect(message).toMatch(/还不能提交：.*尚未填写恢复时间/)
    const set = async (closedToSubmit: boolean) => {
      const { version } = await harness.call(site.people.admin.token, settingCalls.business, {})
      await harness.call(site.people.admin.token, settingCalls.editBusiness, {
        version,
        losses: { closedToSubmit },
      })
    }
    await set(false)
    await harness.call(site.people.worker.token, workOrderCalls.execute, input)
    await set(true)
    expect(await refused(order.id, {})).toMatch(/工单不在处理中/)
    const { version } = await harness.call(site.people.master.token, workOrderCalls.version, { id: order.id })
    await harness.call(site.people.master.token, workOrderCalls.check, {
      id: order.id,
      version,
      pass: true,
      auditOpinion: '',
      suggestion: '',
    })
    expect(await refused(order.id, {}, site.people.master.token)).toMatch(/工单已关闭/)
    const { rows, total } = await list(order.id)
    expect(rows).toHaveLength(1)
    expect(total.rate).toBe(0)
  })

  it('says in the work portal what it loses and since when, until it is back', async () => {
    const order = await inHand()
    const reasons = async () => {
      const { rows } = await harness.call(site.people.worker.token, workPortalCalls.queue, {})
      const row = rows.find(({ id }) => id === order.id)
      return (row?.reasons ?? []).map(({ rule, text }) => `${rule} ${text}`)
    }
    const open = await save(order.id, {
      fromTime: '2030-01-03 06:00:00',
      untilTime: undefined,
      capacityKwp: 990,
    })
    expect(await reasons()).toContain('out 正在损失 270.6 kWh/h，已停机 3 小时')
    await save(order.id, {
      id: open.id,
      version: 1,
      untilTime: '2030-01-03 08:00:00',
      fromTime: open.fromTime,
    })
    expect((await reasons()).filter((text) => text.startsWith('out'))).toEqual([])
  })

  it('stands in the list by its rate, which others see at once', async () => {
    const order = await inHand()
    await save(order.id, { untilTime: undefined, capacityKwp: 900 })
    const { pageList } = await harness.call(site.people.master.token, workOrderCalls.page, {
      size: 1,
      orderField: 'lossPower',
      orderType: 'desc',
    })
    expect(pageList[0]).toMatchObject({ id: order.id, lossPower: 246 })
  })
})
