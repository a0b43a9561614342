import type { Call } from '@heliodesk/contract/call.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { modules } from '../src/modules.ts'
import { hire } from './hire.ts'
import { useLedger, type Device } from './ledger.ts'
import { sampleOf, type Fields } from './samples.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site

/** The rights to see orders: each by itself, or as the figures of the home page. */
const isAboutOrders = (code: string) => code.startsWith('order:') || code === 'dashboard:view'

const codes = (Object.keys(permissionTitles) as PermissionCode[]).filter((code) => !isAboutOrders(code))

/** A person with every other right, who sees all stations. */
let token: string
let device: Device

beforeAll(async () => {
  device = await ledger.add('看不见工单的逆变器')
  const hired = await hire(harness, { username: 'no.orders', codes, hasAllData: true })
  token = hired.token
})

const queries = modules
  .flatMap((module): Call[] => Object.values(module.calls))
  .filter(({ kind, download, path }) => kind === 'query' && !download && !path.includes(':'))
  .filter(({ access }) => typeof access === 'string' || !isAboutOrders(access.perm))

/** The call's inputs that are about this device, its station, and what these belong to, and the one without filters. */
function inputsOf(call: Call): Fields[] {
  const { id, psId, code, typeId } = device
  const { psaId, depCode } = harness.tenant.stations.find((station) => station.id === psId)!
  const depId = harness.tenant.departments[depCode]!
  const known: Record<string, string> = { psId, deviceId: id, code, typeId, psaId, depId }
  const samples = [id, psId, psaId, depId].map(
    (own) => sampleOf(call.input, ({ name }) => (name === 'id' ? own : known[name])) as Fields,
  )
  return [...new Map([...samples, {}].map((input) => [JSON.stringify(input), input])).values()]
}

/** What every query answers about them. */
async function readAll(): Promise<{ path: string; text: string }[]> {
  const answers: { path: string; text: string }[] = []
  for (const call of queries)
    for (const input of inputsOf(call)) {
      const answer = harness.call(token, call, input).catch(() => 'refused')
      answers.push({ path: call.path, text: JSON.stringify(await answer) })
    }
  return answers
}

describe('a person who may not see orders', () => {
  it('is told nothing by any query that an order changes', async () => {
    // Answers also tell times, such as when a session was last used.
    const now = harness.clock.now()
    vi.spyOn(harness.clock, 'now').mockImplementation(() => new Date(now))
    const [first, before] = [await readAll(), await readAll()]
    await site.create({ taskType: 7, deviceId: device.id, psId: device.psId })
    const after = await readAll()
    // Some answers differ each time: keys, tickets, times of reading.
    const steady = after.flatMap(({ path, text }, at) =>
      first[at]!.text === before[at]!.text ? [{ path, text, isSame: text === before[at]!.text }] : [],
    )
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
