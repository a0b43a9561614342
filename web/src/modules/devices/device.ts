import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { deviceCalls } from '@heliodesk/contract/devices.ts'
import dayjs from 'dayjs'
import { companyNow } from '../../lib/company-time.ts'
import type { Known } from '../../kit/RecordDrawer.tsx'

export type DeviceRow = Received<typeof deviceCalls.page>['pageList'][number]
export type Device = Received<typeof deviceCalls.detail>
/** A device of which at least the row of the list is known. */
export type KnownDevice = Known<DeviceRow, Device>
/** A device that an action is about: its row and what the rest is asked for, or the device itself. */
export type ChosenDevice = { known: DeviceRow; asked: { code: string }; opened?: Device }
export type DeviceInput = Sent<typeof deviceCalls.add>

/** The editable fields. */
export const inputOf = (device: Device): DeviceInput => ({
  psId: device.psId,
  name: device.name,
  code: device.code,
  typeId: device.typeId,
  spaceId: device.spaceId ?? undefined,
  parentDeviceId: device.parentDevice?.id,
  serialNo: device.serialNo ?? undefined,
  model: device.model ?? undefined,
  manufacturer: device.manufacturer ?? undefined,
  ratedKw: device.ratedKw ?? undefined,
  installedOn: device.installedOn ?? undefined,
  warrantyEnd: device.warrantyEnd ?? undefined,
  attributes: device.attributes.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }])),
  remark: device.remark ?? undefined,
  pictures: device.pictures.map(({ path }) => path),
})

/** The remaining warranty, in words; null where none is recorded. */
export function warrantyOf(
  warrantyEnd: string | null,
  now: dayjs.ConfigType = companyNow(),
): { text: string; state: 'in' | 'soon' | 'over' } | null {
  if (!warrantyEnd) return null
  const days = dayjs(warrantyEnd).diff(dayjs(now).startOf('day'), 'day')
  if (days < 0) return { text: '已过保', state: 'over' }
  return days <= 90
    ? { text: days === 0 ? '今天到期' : `${days} 天后到期`, state: 'soon' }
    : { text: '在保', state: 'in' }
}

/** The content of a label's QR code: the address of the device for users who may see it. */
export const labelAddress = (code: string, href: string, here: string): string =>
  new URL(`${href}?device=${encodeURIComponent(code)}`, here).href
