import type { Sent } from '@heliodesk/contract/call.ts'
import { OTHER_PROVINCE, provinceNamed } from '@heliodesk/contract/provinces.ts'
import type { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { siteTypes } from '@heliodesk/contract/stations.ts'
import type { DetailHead } from '../../kit/glimpse.tsx'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { nameColumn, numberColumn, textColumn } from '../../kit/page-table/presets.tsx'
import { byImport } from '../../domain/by-import.ts'
import { byPlace } from '../../domain/record-filters.tsx'
import type { Choice, Filter } from '../../kit/search-bar/filters.ts'
import { placeOf, stateOf, type Station } from './station.ts'

export type StationNarrowing = Omit<Sent<typeof stationMapCalls.archive>, 'most'>

const locations: readonly Choice[] = [
  { value: '1', label: '已填' },
  { value: '0', label: '未填' },
]

/** Common ranges of capacity, in kWp, both ends included. */
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

/** The names of the filter: those of the stations in scope, and at once the one in the address. */
const provinceNames = (provinces: readonly { province: string }[], chosen: string | null): string[] => {
  const names = provinces.map(({ province }) => province)
  const isNew =
    chosen !== null && !names.includes(chosen) && (chosen === OTHER_PROVINCE || provinceNamed(chosen))
  return isNew ? [...names, chosen] : names
}

export const stationFilters = (
  provinces: readonly { province: string }[],
  chosen: string | null,
  importId: string | null = null,
): readonly Filter<StationNarrowing>[] => [
  { kind: 'input', live: true, name: 'psName', label: '电站名称' },
  { ...byPlace, name: 'psId', label: '电站' },
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
    choices: provinceNames(provinces, chosen).map((name) => ({ value: name, label: name })),
    single: true,
  },
  { kind: 'select', name: 'capacity', label: '容量', choices: capacities, single: true, sends: capacityOf },
  { kind: 'dates', name: 'gridDate', label: '并网日期', from: 'gridFrom', until: 'gridTo' },
  { kind: 'select', name: 'status', label: '状态', choices: { 1: '启用', 3: '停用' }, single: true },
  { kind: 'select', name: 'located', label: '坐标', choices: locations, single: true },
  ...byImport(importId),
]

export const StationState = ({ station }: { station: Pick<Station, 'maintenanceStatus' | 'status'> }) => (
  <OnOff {...stateOf(station)} />
)

/** The head of a station's drawer. */
export const stationHead = (station: Station): DetailHead => ({
  top: (
    <>
      <span className="ell">{station.psaName}</span>
      <span className="tag ln">{siteTypes[station.siteType]}</span>
    </>
  ),
  title: (
    <>
      {station.psName}
      <span className="tag lg">
        <StationState station={station} />
      </span>
    </>
  ),
})

export const stationColumns = (linkTo: (psId: string) => string): readonly Column<Station>[] => [
  nameColumn('psName', '电站名称', 190, ({ psId }) => linkTo(psId), { grow: true, lock: true }),
  textColumn('psaName', '项目', 170, { fold: 5 }),
  textColumn('depName', '归属部门', 140, { fold: 3 }),
  textColumn('siteTypeLabel', '类型', 116, { fold: 1 }),
  numberColumn('capacityKwp', '容量 kWp', 112, { digits: 1 }),
  numberColumn('acKw', '交流 kW', 104, { digits: 1, hidden: true }),
  { key: 'place', title: '省市', width: 190, fold: 4, cell: placeOf },
  textColumn('gridDate', '并网日期', 112, { fold: 2 }),
  textColumn('warrantyEnd', '质保截止', 112, { hidden: true }),
  textColumn('ownerName', '业主', 170, { hidden: true }),
  textColumn('externalKey', '外部编号', 120, { hidden: true }),
  { key: 'state', title: '状态', width: 88, cell: (station) => <StationState station={station} /> },
]
