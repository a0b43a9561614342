import { deviceStates, deviceTitles, warrantyStates } from '@heliodesk/contract/devices.ts'
import type { deviceQuery } from '@heliodesk/contract/device-fields.ts'
import type { SpaceNode } from '@heliodesk/contract/spaces.ts'
import type { z } from 'zod'
import { CopyCell } from '../../kit/CopyText.tsx'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'
import { warrantyOf, type DeviceRow } from './device.ts'

export type DeviceQuery = z.input<typeof deviceQuery>

/** The spaces are those of the one station that is chosen; without one there is nothing to choose from. */
export const deviceFilters = (spaces: readonly Choice[]): readonly Filter<DeviceQuery>[] => [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: '名称、编码、序列号、型号' },
  { kind: 'scope', name: 'psId', label: '电站' },
  { kind: 'deviceType', name: 'typeId', label: '设备类型' },
  ...(spaces.length > 0
    ? [{ kind: 'select', name: 'spaceId', label: '区域', choices: spaces, single: true } as const]
    : []),
  { kind: 'select', name: 'status', label: '状态', choices: deviceStates, single: true },
  { kind: 'select', name: 'warranty', label: '质保', choices: warrantyStates, single: true },
]

/** All spaces with what lies above them in their names, as one list. */
export const flattenSpaces = (nodes: readonly SpaceNode[], above = ''): Choice[] =>
  nodes.flatMap(({ id, name, children }) => {
    const label = above ? `${above}/${name}` : name
    return [{ value: id, label }, ...flattenSpaces(children, label)]
  })

export const DeviceState = ({ status, statusName }: Pick<DeviceRow, 'status' | 'statusName'>) => (
  <OnOff on={status === '1'} text={statusName} />
)

export function Warranty({ warrantyEnd }: Pick<DeviceRow, 'warrantyEnd'>) {
  const warranty = warrantyOf(warrantyEnd)
  if (!warranty) return null
  return (
    <span className={`warranty ${warranty.state}`}>
      {warrantyEnd}
      {warranty.state !== 'in' && <em>{warranty.text}</em>}
    </span>
  )
}

type Selecting = {
  linkTo: (code: string) => string
  isChosen: (id: string) => boolean
  choose: (row: DeviceRow) => void
}

export const deviceColumns = ({ linkTo, isChosen, choose }: Selecting): readonly Column<DeviceRow>[] => [
  {
    key: 'chosen',
    title: '选择',
    width: 56,
    lock: true,
    cell: (row) => (
      <input
        type="checkbox"
        className="choose"
        aria-label={`选择 ${row.name}`}
        checked={isChosen(row.id)}
        onChange={() => choose(row)}
      />
    ),
  },
  {
    key: 'code',
    title: deviceTitles.code,
    width: 168,
    lock: true,
    sortable: true,
    cell: ({ code }) => <CopyCell text={code} label="复制设备编码" />,
  },
  {
    key: 'name',
    title: deviceTitles.name,
    width: 210,
    grow: true,
    lock: true,
    sortable: true,
    cell: ({ code, name }) => (
      <a className="code name" href={linkTo(code)} tabIndex={-1} title={name}>
        {name}
      </a>
    ),
  },
  { key: 'psName', title: deviceTitles.psName, width: 124, cell: ({ psName }) => psName },
  { key: 'typeName', title: deviceTitles.typeName, width: 104, cell: ({ typeName }) => typeName },
  { key: 'spacePath', title: deviceTitles.spacePath, width: 124, cell: ({ spacePath }) => spacePath },
  { key: 'model', title: deviceTitles.model, width: 104, cell: ({ model }) => model },
  {
    key: 'ratedKw',
    title: '额定 kW',
    width: 92,
    hidden: true,
    align: 'right',
    sortable: true,
    cell: ({ ratedKw }) => ratedKw !== null && formatNumber(ratedKw, Number.isInteger(ratedKw) ? 0 : 1),
  },
  {
    key: 'installedOn',
    title: deviceTitles.installedOn,
    width: 112,
    hidden: true,
    sortable: true,
    cell: ({ installedOn }) => installedOn,
  },
  {
    key: 'warrantyEnd',
    title: deviceTitles.warrantyEnd,
    width: 164,
    sortable: true,
    cell: ({ warrantyEnd }) => warrantyEnd && <Warranty warrantyEnd={warrantyEnd} />,
  },
  { key: 'status', title: deviceTitles.statusName, width: 80, cell: (row) => <DeviceState {...row} /> },
  {
    key: 'manufacturer',
    title: deviceTitles.manufacturer,
    width: 140,
    hidden: true,
    cell: ({ manufacturer }) => manufacturer,
  },
  {
    key: 'serialNo',
    title: deviceTitles.serialNo,
    width: 150,
    hidden: true,
    cell: ({ serialNo }) => serialNo,
  },
  { key: 'depName', title: deviceTitles.depName, width: 130, hidden: true, cell: ({ depName }) => depName },
]
