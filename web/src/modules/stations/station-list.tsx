import type { Sent } from '@heliodesk/contract/call.ts'
import { siteTypes, type stationCalls } from '@heliodesk/contract/stations.ts'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'
import { placeOf, stateOf, type Station } from './station.ts'

export type StationNarrowing = Sent<typeof stationCalls.map>

const locations: readonly Choice[] = [
  { value: '1', label: '已填' },
  { value: '0', label: '未填' },
]

/** The ranges of capacity that people speak of, kWp, both ends included. */
const capacities: readonly (Choice & Pick<StationNarrowing, 'minKwp' | 'maxKwp'>)[] = [
  { value: 'small', label: '1 MW 以下', maxKwp: 999.999 },
  { value: 'roof', label: '1~6 MW', minKwp: 1000, maxKwp: 5999.999 },
  { value: 'middle', label: '6~50 MW', minKwp: 6000, maxKwp: 49_999.999 },
  { value: 'large', label: '50 MW 及以上', minKwp: 50_000 },
]

function capacityOf([chosen]: readonly string[]): StationNarrowing {
  const { value: _value, label: _label, ...range } = capacities.find(({ value }) => value === chosen)!
  return range
}

export const stationFilters = (
  provinces: readonly { province: string }[],
): readonly Filter<StationNarrowing>[] => [
  { kind: 'input', name: 'psName', label: '电站名称' },
  { kind: 'scope', name: 'psId', label: '电站' },
  {
    kind: 'select',
    name: 'maintenanceStatus',
    label: '运维状态',
    choices: { 1: '在维', 2: '退场' },
    single: true,
  },
  { kind: 'select', name: 'siteType', label: '类型', choices: siteTypes, single: true },
  {
    kind: 'select',
    name: 'province',
    label: '省份',
    choices: provinces.map(({ province }) => ({ value: province, label: province })),
    single: true,
  },
  { kind: 'select', name: 'capacity', label: '容量', choices: capacities, single: true, sends: capacityOf },
  { kind: 'dates', name: 'gridDate', label: '并网日期', from: 'gridFrom', until: 'gridTo' },
  { kind: 'select', name: 'status', label: '状态', choices: { 1: '启用', 3: '停用' }, single: true },
  { kind: 'select', name: 'located', label: '坐标', choices: locations, single: true },
]

export const StationState = ({ station }: { station: Pick<Station, 'maintenanceStatus' | 'status'> }) => (
  <OnOff {...stateOf(station)} />
)

export const stationColumns = (linkTo: (psId: string) => string): readonly Column<Station>[] => [
  {
    key: 'psName',
    title: '电站名称',
    width: 190,
    grow: true,
    lock: true,
    cell: ({ psId, psName }) => (
      <a className="code name" href={linkTo(psId)} tabIndex={-1} title={psName}>
        {psName}
      </a>
    ),
  },
  { key: 'psaName', title: '项目', width: 170, cell: ({ psaName }) => psaName },
  { key: 'depName', title: '归属部门', width: 140, cell: ({ depName }) => depName },
  { key: 'siteTypeLabel', title: '类型', width: 116, cell: ({ siteTypeLabel }) => siteTypeLabel },
  {
    key: 'capacityKwp',
    title: '容量 kWp',
    width: 112,
    align: 'right',
    cell: ({ capacityKwp }) => capacityKwp !== null && formatNumber(capacityKwp, 1),
  },
  {
    key: 'acKw',
    title: '交流 kW',
    width: 104,
    align: 'right',
    hidden: true,
    cell: ({ acKw }) => acKw !== null && formatNumber(acKw, 1),
  },
  { key: 'place', title: '省市', width: 190, cell: placeOf },
  { key: 'gridDate', title: '并网日期', width: 112, cell: ({ gridDate }) => gridDate },
  { key: 'warrantyEnd', title: '质保截止', width: 112, hidden: true, cell: ({ warrantyEnd }) => warrantyEnd },
  { key: 'ownerName', title: '业主', width: 170, hidden: true, cell: ({ ownerName }) => ownerName },
  { key: 'externalKey', title: '外部编号', width: 120, hidden: true, cell: ({ externalKey }) => externalKey },
  { key: 'state', title: '状态', width: 88, cell: (station) => <StationState station={station} /> },
]
