import { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { stationCalls as calls } from '@heliodesk/contract/stations.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()

const people = useSignedIn(harness, {
  admin: 'a_admin',
  /** A person who sees the stations of the western centre. */
  west: { username: 'west.reader', codes: ['station:list'], depCode: 'A01A02' },
})

const stations = () => harness.tenant.stations
const siteIn = (code: string) => stations().find((station) => station.depCode === code)!
const idsBelow = (code: string) =>
  stations().flatMap(({ id, depCode }) => (depCode.startsWith(code) ? [id] : []))

async function found(token: string, scope: object): Promise<Set<string>> {
  const { list, total } = await harness.call(token, calls.page, { size: 500, ...scope })
  expect(total).toBe(list.length)
  return new Set(list.map(({ psId }) => psId))
}

describe('the stations of a choice out of the tree', () => {
  it('are those below its departments, of its sub-areas, and its own, each once', async () => {
    const [east, other] = [siteIn('A01A01'), siteIn('A01A02')]
    expect(await found(people.admin, { depCodes: 'A01A01' })).toEqual(new Set(idsBelow('A01A01')))
    expect(await found(people.admin, { psIds: other.id })).toEqual(new Set([other.id]))
    const ofPsa = stations().flatMap(({ id, psaId }) => (psaId === east.psaId ? [id] : []))
    expect(await found(people.admin, { psaIds: east.psaId })).toEqual(new Set(ofPsa))
    const all = { depCodes: 'A01A01', psaIds: east.psaId, psIds: `${other.id},${east.id}` }
    expect(await found(people.admin, all)).toEqual(new Set([...idsBelow('A01A01'), ...ofPsa, other.id]))
  })

  it('are narrowed by the other filters, and the map has the same ones', async () => {
    const scope = { depCodes: 'A01A01', psIds: siteIn('A01A02').id }
    const { total } = await harness.call(people.admin, stationMapCalls.archive, scope)
    expect(total.stations).toBe((await found(people.admin, scope)).size)
    const { psName } = await harness.call(people.admin, calls.detail, { psId: siteIn('A01A02').id })
    expect(await found(people.admin, { ...scope, psName })).toEqual(new Set([siteIn('A01A02').id]))
    expect(await found(people.admin, { ...scope, maintenanceStatus: '2' })).toEqual(new Set())
  })

  it('are none outside the data scope, or of another company', async () => {
    const seen = new Set(idsBelow('A01A02'))
    expect(await found(people.west.token, { depCodes: 'A01' })).toEqual(seen)
    const [east, foreign] = [siteIn('A01A01'), harness.otherTenant.stations[0]!]
    for (const scope of [{ depCodes: 'A01A01' }, { psIds: `${east.id},${foreign.id},999999999` }]) {
      expect(await found(people.west.token, scope)).toEqual(new Set())
    }
    expect(await found(people.admin, { psaIds: foreign.psaId, psIds: foreign.id })).toEqual(new Set())
  })

  it.each([
    ['depCodes', { depCodes: 'A01,1' }, '参数有误：部门范围（depCodes）：不是有效的部门编码'],
    ['psaIds', { psaIds: 'x' }, '参数有误：项目范围（psaIds）：不是有效的编号'],
    ['psIds', { psIds: '7,-1' }, '参数有误：电站范围（psIds）：不是有效的编号'],
  ])('are refused by the name of a wrong %s', async (_field, wrong, message) => {
    expect((await harness.refused(people.admin, calls.page, wrong)).message).toBe(message)
  })
})
