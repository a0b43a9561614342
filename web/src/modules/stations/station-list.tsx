import type { Sent } from '@heliodesk/contract/call.ts'
import type { stationCalls } from '@heliodesk/contract/stations.ts'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import type { Choice, Filter, FilterValues } from '../../kit/search-bar/filters.ts'
import { placeOf, stateOf, type Station } from './station.ts'

export const maintenanceStatuses: readonly Choice[] = [
  { value: '1', label: '在维' },
  { value: '2', label: '退场' },
]

export const stationFilters = (nameOf: (depCode: string) => string): Filter[] => [
  { kind: 'input', name: 'psName', label: '电站', placeholder: '电站名称' },
  {
    kind: 'select',
    name: 'maintenanceStatus',
    label: '运维状态',
    choices: maintenanceStatuses,
    single: true,
  },
  { kind: 'projects', name: 'psaIds', label: '项目' },
  { kind: 'department', name: 'depCode', label: '部门', nameOf },
]

type PageInput = Sent<typeof stationCalls.page>

/** The filters in force as the call takes them. */
export function narrowBy({ psName, maintenanceStatus, psaIds, depCode }: FilterValues): PageInput {
  const name = psName?.[0]?.trim()
  return {
    ...(name ? { psName: name } : {}),
    ...(maintenanceStatus?.[0] === '1' || maintenanceStatus?.[0] === '2'
      ? { maintenanceStatus: maintenanceStatus[0] }
      : {}),
    ...(psaIds ? { psaIds: psaIds.join(',') } : {}),
    ...(depCode?.[0] ? { depCode: depCode[0] } : {}),
  }
}

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
  { key: 'place', title: '省市', width: 170, cell: placeOf },
  { key: 'gridDate', title: '并网日期', width: 112, cell: ({ gridDate }) => gridDate },
  { key: 'state', title: '状态', width: 88, cell: (station) => <StationState station={station} /> },
]
