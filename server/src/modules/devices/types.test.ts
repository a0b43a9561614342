import { deviceCalls as calls, type DeviceTypeNode } from '@heliodesk/contract/devices.ts'
import { describe, expect, it } from 'vitest'
import { formOf, useLedger } from '../../../test/ledger.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const admin = () => site.people.admin.token

const tree = () => harness.call(admin(), calls.types, {})
const find = async (code: string): Promise<DeviceTypeNode> =>
  ledger.flatten(await tree()).find((node) => node.code === code)!
const add = (code: string, name: string, input: object = {}) =>
  harness.call(admin(), calls.addType, { code, name, ...input })
const bodyOf = (node: DeviceTypeNode) => ({
  id: node.id,
  version: node.version,
  code: node.code,
  name: node.name,
  sort: node.sort,
  attributes: node.attributes,
  status: node.status,
  ...(node.parentId ? { parentTypeId: node.parentId } : {}),
})

describe('device types', () => {
  it('start as the trade’s tree and count what is in use below them', async () => {
    const nodes = await tree()
    expect(nodes.map(({ name }) => name)).toEqual([
      '组件',
      '组串',
      '支架',
      '汇流箱',
      '逆变器',
      '箱变',
      '集电线路',
      '升压站设备',
      'SVC/SVG',
      '气象站',
      '电表',
      '监控通讯',
      '安防消防',
    ])
    expect((await find('NB')).children.map(({ name }) => name)).toEqual([
      '集中式逆变器',
      '组串式逆变器',
      '集散式逆变器',
      '微型逆变器',
    ])
    const before = (await find('DB')).deviceCount
    const meter = await ledger.add('关口表', { typeId: ledger.types.get('DB01')! })
    expect((await find('DB')).deviceCount).toBe(before + 1)
    await harness.call(admin(), calls.retire, { ...meter, retiredOn: '2024-01-01', reason: '换表' })
    expect((await find('DB')).deviceCount).toBe(before)
  })

  it('are added, changed and removed by who keeps the dictionaries, and by nobody else', async () => {
    const { id } = await add('ZZ', '蓄电池', { attributes: [{ name: '容量', unit: 'Ah' }] })
    const fresh = await find('ZZ')
    await harness.call(admin(), calls.editType, { ...bodyOf(fresh), name: '蓄电池组' })
    expect(await find('ZZ')).toMatchObject({ id, name: '蓄电池组', version: 2 })
    const master = await harness.refused(site.people.master.token, calls.removeType, { id })
    expect(master.status).toBe(403)
    await harness.call(admin(), calls.removeType, { id })
    expect(await find('ZZ')).toBeUndefined()
  })

  it('keep codes and names apart, and stay while something is of them', async () => {
    const refused = async (input: object) =>
      (await harness.refused(admin(), calls.addType, { code: 'YY', name: '新类型', ...input })).message
    expect(await refused({ code: 'NB' })).toBe('类型编码已存在')
    expect(await refused({ name: '逆变器' })).toBe('同一上级下已有同名类型')
    expect(await refused({ name: 'a/b' })).toContain('类型名称（name）：不能含有“/”')
    await ledger.add('占用类型', { typeId: ledger.types.get('QX01')! })
    const remove = await harness.refused(admin(), calls.removeType, { id: ledger.types.get('QX')! })
    expect(remove.message).toBe('类型“气象站”下还有2 个下级类型，不能删除')
    const leaf = await harness.refused(admin(), calls.removeType, { id: ledger.types.get('QX01')! })
    expect(leaf.message).toBe('类型“辐照仪”下还有1 台设备，不能删除')
  })

  it('never lie below themselves, nor deeper than four levels', async () => {
    const top = await add('C1', '一级')
    const second = await add('C2', '二级', { parentTypeId: top.id })
    const third = await add('C3', '三级', { parentTypeId: second.id })
    const fourth = await add('C4', '四级', { parentTypeId: third.id })
    const deeper = await harness.refused(admin(), calls.addType, {
      code: 'C5',
      name: '五级',
      parentTypeId: fourth.id,
    })
    expect(deeper.message).toBe('设备类型最多 4 级')
    const circle = await harness.refused(admin(), calls.editType, {
      ...bodyOf(await find('C1')),
      parentTypeId: third.id,
    })
    expect(circle.message).toBe('上级类型不能是自身或其下级')
  })

  it('that are disabled are taken by no new device and kept by those that have them', async () => {
    await add('D1', '停用类型')
    const type = await find('D1')
    const device = await ledger.add('旧类型设备', { typeId: type.id })
    await harness.call(admin(), calls.editType, { ...bodyOf(type), status: '3' })
    const refused = await harness.refused(admin(), calls.add, {
      psId: ledger.here,
      name: '新设备',
      typeId: type.id,
    })
    expect(refused.message).toBe('设备类型“停用类型”已停用')
    const kept = await harness.call(admin(), calls.edit, { ...formOf(device), model: '仍可改' })
    expect(kept.model).toBe('仍可改')
  })
})
