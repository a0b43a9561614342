import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { deviceCalls, type DeviceTypeNode } from '@heliodesk/contract/devices.ts'
import { spaceCalls } from '@heliodesk/contract/spaces.ts'
import { beforeAll } from 'vitest'
import { useSite } from './site.ts'

export type Device = Received<(typeof deviceCalls)['detail']>

const flatten = (nodes: DeviceTypeNode[]): DeviceTypeNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])

/** Two stations of the western centre, one of the eastern, and short functions to add devices there. */
export function useLedger() {
  const site = useSite()
  const ledger = { site, types: new Map<string, string>(), here: '', beside: '', east: '' }
  const master = () => site.people.master.token
  beforeAll(async () => {
    const { stations } = site.harness.tenant
    const western = stations.filter(({ depCode }) => depCode === 'A01A02A01')
    ledger.here = western[0]!.id
    ledger.beside = western[1]!.id
    ledger.east = stations.find(({ depCode }) => depCode === 'A01A01')!.id
    const tree = await site.harness.call(master(), deviceCalls.types, {})
    for (const { code, id } of flatten(tree)) ledger.types.set(code, id)
  })
  return Object.assign(ledger, {
    flatten,
    /** A device of the type with this code, at `here` by default. */
    add: (name: string, input: Partial<Sent<(typeof deviceCalls)['add']>> = {}, token = master()) =>
      site.harness.call(token, deviceCalls.add, {
        psId: ledger.here,
        name,
        typeId: ledger.types.get('NB02')!,
        ...input,
      }),
    space: (name: string, input: Partial<Sent<(typeof spaceCalls)['add']>> = {}) =>
      site.harness.call(master(), spaceCalls.add, { psId: ledger.here, name, kind: '1', ...input }),
    replace: (
      { id, version }: Pick<Device, 'id' | 'version'>,
      input: Omit<Sent<(typeof deviceCalls)['replace']>, 'id' | 'version'>,
    ) => site.harness.call(master(), deviceCalls.replace, { id, version, ...input }),
    read: (id: string, token = master()) => site.harness.call(token, deviceCalls.detail, { id }),
    history: (id: string) => site.harness.call(master(), deviceCalls.history, { id }),
  })
}

/** A device as the edit form sends it. */
export const formOf = (device: Device): Sent<(typeof deviceCalls)['edit']> => ({
  id: device.id,
  version: device.version,
  name: device.name,
  code: device.code,
  typeId: device.typeId,
  attributes: device.attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
  pictures: device.pictures.map(({ path }) => path),
  ...Object.fromEntries(
    Object.entries({
      spaceId: device.spaceId,
      parentDeviceId: device.parentDevice?.id,
      serialNo: device.serialNo,
      model: device.model,
      manufacturer: device.manufacturer,
      ratedKw: device.ratedKw,
      installedOn: device.installedOn,
      warrantyEnd: device.warrantyEnd,
      remark: device.remark,
    }).filter(([, value]) => value !== null && value !== undefined),
  ),
})
