import { deviceCalls as calls } from '@heliodesk/contract/devices.ts'
import { expect, it } from 'vitest'
import { formOf, useLedger } from '../../../test/ledger.ts'

const ledger = useLedger()
const { harness } = ledger.site
const master = () => ledger.site.people.master.token

const linkOf = ({ name, code }: { name: string; code: string }) => `${name}（${code}）`
const newest = async (id: string) => (await ledger.history(id))[0]

it('a replacement tells in the history of each device what it hangs on from now on', async () => {
  const above = await ledger.add('史箱变', { typeId: ledger.types.get('XB01')! })
  const old = await ledger.add('史逆变器', { parentDeviceId: above.id })
  const below = await ledger.add('史汇流箱', { parentDeviceId: old.id })
  const fresh = await ledger.replace(old, { replacedOn: '2024-03-01', reason: '烧毁' })
  expect(await newest(old.id)).toMatchObject({
    action: 'replace',
    changes: [
      { field: '设备名称', from: '史逆变器', to: '史逆变器（2024-03-01 更换下）' },
      { field: '上级设备', from: linkOf(above), to: null },
      { field: '退役日期', from: null, to: '2024-03-01' },
    ],
  })
  expect(await newest(below.id)).toMatchObject({
    action: 'edit',
    note: '烧毁',
    changes: [{ field: '上级设备', from: linkOf(old), to: linkOf(fresh) }],
  })
  const stale = await harness.refused(master(), calls.edit, { ...formOf(below), model: '旧页面' })
  expect(stale.message).toBe(`设备“${below.code}”已在别处更新，请刷新后重试`)
  expect(fresh.children).toMatchObject([{ id: below.id }])
})

it('a device that comes back tells that it hangs on nothing any more', async () => {
  const above = await ledger.add('退箱变', { typeId: ledger.types.get('XB01')! })
  const below = await ledger.add('退逆变器', { parentDeviceId: above.id })
  const end = { retiredOn: '2024-03-01', reason: '改造' }
  const retired = await harness.call(master(), calls.retire, { ...end, id: below.id, version: 1 })
  await harness.call(master(), calls.retire, { ...end, id: above.id, version: 1 })
  await harness.call(master(), calls.restore, { id: below.id, version: retired.version, reason: '续用' })
  expect(await newest(below.id)).toMatchObject({
    action: 'restore',
    note: '续用',
    changes: [
      { field: '上级设备', from: linkOf(above), to: null },
      { field: '退役日期', from: '2024-03-01', to: null },
    ],
  })
})

it('a move to where a device stands already changes nothing and is not told', async () => {
  const space = await ledger.space('原地')
  const device = await ledger.add('原地设备', { spaceId: space.id })
  const beside = await ledger.add('移入设备')
  const move = {
    devices: [device, beside].map(({ id, version }) => ({ id, version })),
    psId: ledger.here,
    spaceId: space.id,
    reason: '整理',
  }
  expect(await harness.call(master(), calls.move, move)).toEqual({ moved: 1 })
  expect(await ledger.read(device.id)).toEqual(device)
  expect((await ledger.history(device.id)).map(({ action }) => action)).toEqual(['create'])
  expect((await ledger.history(beside.id)).map(({ action }) => action)).toEqual(['move', 'create'])
})
