import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { companyCodes } from '@heliodesk/contract/permissions.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hire } from './hire.ts'
import { useLedger, type Device } from './ledger.ts'
import { queries, readAll, steadyOf } from './read-all.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site

/** The rights to see orders: each by itself, or as the figures of the home page. */
const isAboutOrders = (code: string) => code.startsWith('order:') || code === 'dashboard:view'

const codes = companyCodes.filter((code) => !isAboutOrders(code))

/** A person with every other right, who sees all stations. */
let token: string
let device: Device

beforeAll(async () => {
  device = await ledger.add('看不见工单的逆变器')
  const hired = await hire(harness, { username: 'no.orders', codes, hasAllData: true })
  token = hired.token
})

const asked = queries.filter(({ access }) => typeof access === 'string' || !isAboutOrders(access.perm))
const read = (some = asked) => readAll(harness, token, device, some)

describe('a person who may not see orders', () => {
  it('is told nothing by any query that an order changes', async () => {
    // Answers also tell times, such as when a session was last used.
    const now = harness.clock.now()
    vi.spyOn(harness.clock, 'now').mockImplementation(() => new Date(now))
    const before = await read()
    await site.create({ taskType: 7, deviceId: device.id, psId: device.psId })
    const after = await read()
    const steady = await steadyOf(before, after, (some) => read([...some]))
    expect(steady.filter(({ isSame }) => !isSame).map(({ path }) => path)).toEqual([])
    const about = steady.filter(({ text }) => text.includes(device.name)).map(({ path }) => path)
    expect(about).toEqual(expect.arrayContaining([deviceCalls.detail.path, deviceCalls.page.path]))
    expect(
      new Set(steady.flatMap(({ path, text }) => (text === '"refused"' ? [] : path))).size,
    ).toBeGreaterThan(40)
  }, 60_000)

  it('is refused what open orders prevent, without their number or code', async () => {
    const open = await site.create({ taskType: 7, deviceId: device.id, psId: device.psId })
    const moved = await harness.refused(token, deviceCalls.move, {
      devices: [device],
      psId: ledger.beside,
      reason: '调拨',
    })
    expect(moved.message).toBe('设备“看不见工单的逆变器”还有未关闭的工单，不能移到其他电站')
    expect(moved.message).not.toContain(open.workCode)
    const station = await harness.call(token, stationCalls.detail, { psId: device.psId })
    const retired = await harness.refused(token, stationCalls.retire, {
      psId: station.psId,
      version: station.version,
      retiredOn: '2026-01-01',
      reason: '到期',
    })
    expect(retired.message).toBe('还有工单没有办结，请先完成或作废后再退场')
    expect(await harness.call(token, deviceCalls.detail, { id: device.id })).toMatchObject({
      openOrders: null,
    })
    expect((await harness.call(token, stationMapCalls.archive, {})).total.orders).toBeNull()
  })
})
