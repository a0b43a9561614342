import type { Call, Sent } from '@heliodesk/contract/call.ts'
import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { companyCodes } from '@heliodesk/contract/permissions.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hire } from './hire.ts'
import { useLedger, type Device } from './ledger.ts'
import { readAll, steadyOf } from './read-all.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site

let admin: string
let device: Device
let colleague: string

beforeAll(async () => {
  admin = site.people.admin.token
  device = await ledger.add('数据角色外的逆变器')
  colleague = (await hire(harness, { username: 'all.rights', codes: allCodes, hasAllData: true })).id
})

const allCodes = companyCodes

/** A person with every right who sees all stations, but for what a data role leaves. */
async function narrowed(name: string, rule: Partial<Sent<typeof dataRoleCalls.add>>) {
  const person = await hire(harness, { username: name, codes: allCodes, hasAllData: true })
  await harness.call(admin, dataRoleCalls.add, {
    code: name.replaceAll('.', '_'),
    name,
    userIds: [person.id],
    ...rule,
  })
  return person
}

describe('a person whom a data role narrows', () => {
  it.each([
    ['other.types', { taskTypes: [7], taskTypesExcluded: true }],
    ['one.type', { taskTypes: [1] }],
    ['own.orders', { ownOrders: 'own' as const }],
    ['other.site', { siteTypes: ['H' as const] }],
  ])(
    '%s: no query tells of an order outside of it',
    async (name, rule) => {
      const person = await narrowed(name, rule)
      const now = harness.clock.now()
      vi.spyOn(harness.clock, 'now').mockImplementation(() => new Date(now))
      const read = (asked?: readonly Call[]) => readAll(harness, person.token, device, asked)
      const before = await read()
      const order = await site.create({ taskType: 7, deviceId: device.id, psId: device.psId })
      const steady = await steadyOf(before, await read(), read)
      expect(steady.filter(({ isSame }) => !isSame).map(({ path }) => path)).toEqual([])
      expect(
        new Set(steady.flatMap(({ path, text }) => (text === '"refused"' ? [] : path))).size,
      ).toBeGreaterThan(60)
      await harness.refused(person.token, workOrderCalls.detail, { id: order.id })
      vi.restoreAllMocks()
    },
    120_000,
  )

  it('is told by no query of a station outside of it, nor of its devices', async () => {
    const elsewhere = harness.tenant.stations.find(({ id }) => id !== device.psId)!
    const person = await narrowed('one.station', { stationIds: [elsewhere.id] })
    const answers = await readAll(harness, person.token, device)
    const telling = answers.filter(({ text }) => text.includes(device.name)).map(({ path }) => path)
    expect(telling).toEqual([])
    expect(colleague).not.toBe(person.id)
    await harness.refused(person.token, deviceCalls.detail, { id: device.id })
  })
})
