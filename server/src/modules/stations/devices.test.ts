import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { beforeAll, expect, it } from 'vitest'
import { useLedger } from '../../../test/ledger.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const master = () => site.people.master.token
let codes: Record<'one' | 'two' | 'box' | 'beside', string>

beforeAll(async () => {
  const box = [...ledger.types].find(([code]) => !code.startsWith('NB') && code.length === 4)!
  const one = await ledger.add('1号逆变器', { code: 'Inv-01' })
  const two = await ledger.add('2号逆变器')
  const other = await ledger.add('1号其他', { typeId: box[1] })
  const beside = await ledger.add('隔壁逆变器', { psId: ledger.beside })
  codes = { one: one.code, two: two.code, box: other.code, beside: beside.code }
})

const listed = async (psId: string, narrowed: { name?: string; typeId?: string } = {}) => {
  const devices = await harness.call(master(), stationCalls.devices, { psId, ...narrowed })
  return devices.map(({ code }) => code)
}

it('lists the devices of one station by name, and no others', async () => {
  expect(await listed(ledger.here)).toEqual([codes.one, codes.box, codes.two])
  expect(await listed(ledger.beside)).toEqual([codes.beside])
})

it('finds them by a part of name or code, and by type with its subtypes', async () => {
  expect(await listed(ledger.here, { name: '2号' })).toEqual([codes.two])
  expect(await listed(ledger.here, { name: 'inv-' })).toEqual([codes.one])
  expect(await listed(ledger.here, { typeId: ledger.types.get('NB02')! })).toEqual([codes.one, codes.two])
  expect(await listed(ledger.here, { typeId: ledger.types.get('NB')! })).toEqual([codes.one, codes.two])
})

it('leaves out devices that are out of use, and refuses stations out of scope', async () => {
  const gone = await ledger.add('退役逆变器')
  expect(await listed(ledger.here)).toContain(gone.code)
  const { id, version } = gone
  await harness.call(master(), deviceCalls.retire, { id, version, retiredOn: '2026-01-01', reason: '报废' })
  expect(await listed(ledger.here)).not.toContain(gone.code)
  const refused = await harness.refused(site.people.outsider.token, stationCalls.devices, {
    psId: ledger.here,
  })
  expect(refused.message).toBe('数据不存在或无权查看')
})
