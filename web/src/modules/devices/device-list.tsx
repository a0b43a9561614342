import { deviceStates, deviceTitles, warrantyStates } from '@heliodesk/contract/devices.ts'
import type { deviceQuery } from '@heliodesk/contract/device-fields.ts'
import type { z } from 'zod'
import { copyable } from '../../kit/CopyText.tsx'
import { formatNumber } from '../../kit/format.ts'
import type { DetailHead } from '../../kit/glimpse.tsx'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { codeColumn, nameColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { byImport } from '../../domain/by-import.ts'
import { byDeviceType, byPlace } from '../../domain/record-filters.tsx'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'
import { warrantyOf, type DeviceRow } from './device.ts'
import css from './devices.module.css'

type DeviceQuery = z.input<typeof deviceQuery>

/** `spaces` are those of the single chosen station; empty without one. */
export const deviceFilters = (
  spaces: readonly Choice[],
  importId: string | null = null,
): readonly Filter<DeviceQuery>[] => [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '名称、编码、序列号、型号、电站' },
  { ...byPlace, name: 'psId', label: '电站' },
  { ...byDeviceType, name: 'typeId', label: '设备类型' },
  ...(spaces.length > 0
    ? [{ kind: 'select', name: 'spaceId', label: '区域', choices: spaces, single: true } as const]
    : []),
  { kind: 'select', name: 'status', label: '状态', choices: deviceStates, single: true },
  { kind: 'select', name: 'warranty', label: '质保', choices: warrantyStates, single: true },
  ...byImport(importId),
]

export const DeviceState = ({ status, statusName }: Pick<DeviceRow, 'status' | 'statusName'>) => (
  <OnOff on={status === '1'} text={statusName} />
)

/** The head of a device's drawer. */
export const deviceHead = (device: DeviceRow): DetailHead => ({
  top: (
    <>
      {copyable(device.code, '复制设备编码')}
      <span className="tag ln">{device.typeName}</span>
    </>
  ),
  title: (
    <>
      {device.name}
      <span className="tag lg">
        <DeviceState {...device} />
      </span>
    </>
  ),
})

export function Warranty({ warrantyEnd }: Pick<DeviceRow, 'warrantyEnd'>) {
  const warranty = warrantyOf(warrantyEnd)
  if (!warranty) return null
  return (
    <span className={`${css.warranty} ${warranty.state}`}>
      {warrantyEnd}
      {warranty.state !== 'in' && <em>{warranty.text}</em>}
    </span>
  )
}

export const deviceColumns = (linkTo: (code: string) => string): readonly Column<DeviceRow>[] => [
  codeColumn('code', deviceTitles.code, 168, { lock: true, sortable: true }),
  nameColumn('name', deviceTitles.name, 210, ({ code }) => linkTo(code), {
    grow: true,
    lock: true,
    sortable: true,
  }),
  textColumn('psName', deviceTitles.psName, 124),
  textColumn('typeName', deviceTitles.typeName, 104, { fold: 4 }),
  textColumn('spacePath', deviceTitles.spacePath, 124, { fold: 2 }),
  textColumn('model', deviceTitles.model, 104, { fold: 1 }),
  numberColumn('ratedKw', '额定 kW', 92, {
    format: (kw) => formatNumber(kw, Number.isInteger(kw) ? 0 : 1),
    hidden: true,
    sortable: true,
  }),
  textColumn('installedOn', deviceTitles.installedOn, 112, { hidden: true, sortable: true }),
  {
    key: 'warrantyEnd',
    title: deviceTitles.warrantyEnd,
    width: 164,
    fold: 3,
    sortable: true,
    cell: ({ warrantyEnd }) => warrantyEnd && <Warranty warrantyEnd={warrantyEnd} />,
  },
  { key: 'status', title: deviceTitles.statusName, width: 80, cell: (row) => <DeviceState {...row} /> },
  textColumn('manufacturer', deviceTitles.manufacturer, 140, { hidden: true }),
  textColumn('serialNo', deviceTitles.serialNo, 150, { hidden: true }),
  textColumn('depName', deviceTitles.depName, 130, { hidden: true }),
]
