import { copyable } from '../../kit/CopyText.tsx'
import type { DetailField } from '../../kit/DetailLayout.tsx'
import { formatCapacity, formatMinute } from '../../kit/format.ts'
import type { KnownDevice } from './device.ts'
import { Warranty } from './device-list.tsx'

/** What a device is; `linkTo` leads to another one. */
export const factsOf = (device: KnownDevice, linkTo: (code: string) => string): DetailField[] => [
  { label: '电站', value: device.psName },
  { label: '所在区域', value: device.spacePath },
  { label: '运维班组', value: device.depName },
  { label: '设备类型', value: device.typePath?.replaceAll('/', ' / ') },
  {
    label: '上级设备',
    value: device.parentDevice && <a href={linkTo(device.parentDevice.code)}>{device.parentDevice.name}</a>,
  },
  { label: '型号', value: device.model },
  { label: '生产厂家', value: device.manufacturer },
  { label: '序列号', value: copyable(device.serialNo, '复制序列号') },
  { label: '额定功率', value: formatCapacity(device.ratedKw, 'kW') },
  { label: '投运日期', value: device.installedOn },
  { label: '质保到期', value: device.warrantyEnd && <Warranty warrantyEnd={device.warrantyEnd} /> },
  ...(device.retiredOn ? [{ label: '退役日期', value: device.retiredOn }] : []),
  { label: '最近更新', value: device.updateTime && formatMinute(device.updateTime) },
  { label: '备注', value: device.remark, span: 2 },
]
