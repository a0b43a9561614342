import { deviceCalls as calls } from '@heliodesk/contract/devices.ts'
import { describe, expect, it } from 'vitest'
import { formOf, useLedger } from '../../../test/ledger.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const master = () => site.people.master.token

const HALF = '\ud83d'
const FORBIDDEN = '含有不允许的字符'

describe('halves of characters', () => {
  it('are refused by the name of their field wherever they stand, and nothing is written', async () => {
    const device = await ledger.add('半字设备')
    const [id, { version }] = [device.id, device]
    const refused = async (call: (typeof calls)[keyof typeof calls], input: object) => {
      const { status, message } = await harness.refused(master(), call, input)
      return [status, message]
    }
    expect(await refused(calls.retire, { id, version, retiredOn: '2024-01-01', reason: HALF })).toEqual([
      400,
      `参数有误：原因（reason）：${FORBIDDEN}`,
    ])
    const attributes = [{ name: 'MPPT 路数', value: `12${HALF}` }]
    expect(await refused(calls.edit, { ...formOf(device), attributes })).toEqual([
      400,
      `参数有误：参数值（attributes.0.value）：${FORBIDDEN}`,
    ])
    expect(await ledger.read(id)).toEqual(device)
  })

  it('do not come of shortening a name that ends in an emoji', async () => {
    const ending = '（2024-01-02 更换下）'
    const long = `${'长'.repeat(99 - ending.length)}💥${'名'.repeat(ending.length - 1)}`
    const device = await ledger.add(long)
    const replaced = await ledger.replace(device, { replacedOn: '2024-01-02', reason: '烧毁' })
    expect(replaced.name).toBe(long)
    expect((await ledger.read(device.id)).name).toBe(`${'长'.repeat(99 - ending.length)}${ending}`)
  })
})

describe('parameters of a type', () => {
  it('are asked for once each, also where a type above asks for the same', async () => {
    const admin = site.people.admin.token
    const twice = [
      { name: '极数', unit: '' },
      { name: '极数', unit: '极' },
    ]
    const refused = await harness.refused(admin, calls.addType, {
      code: 'DUP',
      name: '重复',
      attributes: twice,
    })
    expect(refused.message).toBe('参数有误：参数（attributes）：参数“极数”重复')
    const above = await harness.call(admin, calls.addType, {
      code: 'UP1',
      name: '上级类',
      attributes: [{ name: '极数', unit: '' }],
    })
    const below = await harness.call(admin, calls.addType, {
      code: 'UP2',
      name: '下级类',
      parentTypeId: above.id,
      attributes: [{ name: '极数', unit: '极' }],
    })
    const device = await ledger.add('极数设备', {
      typeId: below.id,
      attributes: [{ name: '极数', value: '4' }],
    })
    expect(device.attributes).toEqual([{ name: '极数', unit: '极', value: '4' }])
  })

  it('are filled in once each', async () => {
    const attributes = [
      { name: 'MPPT 路数', value: '1' },
      { name: 'MPPT 路数', value: '2' },
    ]
    const input = { psId: ledger.here, name: '两值', typeId: ledger.types.get('NB02')!, attributes }
    expect((await harness.refused(master(), calls.add, input)).message).toBe(
      '参数有误：参数（attributes）：参数“MPPT 路数”重复',
    )
  })
})

it('a selection of thousands of departments narrows the ledger without a statement of thousands of ranges', async () => {
  const device = await ledger.add('选择内的设备')
  const others = Array.from({ length: 19_000 }, (_, at) => {
    const digits = String(at).padStart(6, '0')
    return `B${digits.slice(0, 2)}B${digits.slice(2, 4)}B${digits.slice(4)}`
  })
  const query = (depCodes: string[]) =>
    harness.call(master(), calls.page, { keyword: '选择内的设备', depCodes: depCodes.join(',') })
  expect((await query([...others, 'A01A02'])).pageList.map(({ id }) => id)).toEqual([device.id])
  expect((await query(others)).rowCount).toBe(0)
})
