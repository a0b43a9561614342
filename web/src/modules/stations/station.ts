import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { departmentCalls } from '@heliodesk/contract/departments.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { useQueryClient } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { formatNumber } from '../../kit/format.ts'
import { send } from '../../lib/call.ts'

export type Station = Received<typeof stationCalls.page>['list'][number]
export type StationDetail = Received<typeof stationCalls.detail>
export type StationInput = Omit<Sent<typeof stationCalls.edit>, 'psId' | 'version'>

/** Every view that shows stations; the departments count theirs. */
export const stationViews = [
  stationCalls.page,
  stationCalls.detail,
  stationCalls.listByPsa,
  departmentCalls.tree,
] as const

/** Reads one station as it is now. */
export function useFreshStation() {
  const client = useQueryClient()
  return (psId: string): Promise<StationDetail> =>
    client.fetchQuery({
      queryKey: [stationCalls.detail.path, { psId }],
      queryFn: ({ signal }) => send(stationCalls.detail, { psId }, { signal }),
      staleTime: 0,
    })
}

/** The fields that people fill in. */
export const inputOf = (station: StationDetail): StationInput => ({
  psName: station.psName,
  psaId: station.psaId,
  depId: station.depId,
  siteType: station.siteType,
  capacityKwp: station.capacityKwp,
  acKw: station.acKw,
  gridDate: station.gridDate,
  province: station.province,
  city: station.city,
  latitude: station.latitude,
  longitude: station.longitude,
  ownerName: station.ownerName,
  tariff: station.tariff,
  maintenanceStatus: station.maintenanceStatus,
  status: station.status,
})

type States = Pick<Station, 'maintenanceStatus' | 'status'>

export const isRetired = ({ maintenanceStatus }: States): boolean => maintenanceStatus === '2'

/** Its state in a word; only a station in use takes new work orders. */
export function stateOf({ maintenanceStatus, status }: States): { on: boolean; text: string } {
  if (maintenanceStatus === '2') return { on: false, text: '退场' }
  return status === '3' ? { on: false, text: '停用' } : { on: true, text: '在维' }
}

/** What a retired station becomes, and what one that comes back becomes. */
export const statesAfter = (retiring: boolean): States =>
  retiring ? { maintenanceStatus: '2', status: '3' } : { maintenanceStatus: '1', status: '1' }

export const kwp = (value: number | null): string | null =>
  value === null ? null : `${formatNumber(value, 1)} kWp`

export const placeOf = ({ province, city }: Pick<Station, 'province' | 'city'>): string =>
  [province, city].filter(Boolean).join(' ')

/** Module power over inverter power, where both are known. */
export function dcAcRatio({ capacityKwp, acKw }: Pick<StationDetail, 'capacityKwp' | 'acKw'>): string | null {
  return capacityKwp && acKw ? formatNumber(capacityKwp / acKw, 2) : null
}

/** The full years since it was connected to the grid. */
export function yearsOnGrid(gridDate: string | null, now?: dayjs.ConfigType): string | null {
  const years = gridDate ? dayjs(now).diff(gridDate, 'year') : 0
  return years > 0 ? `${years} 年` : null
}

export const coordinatesOf = ({ latitude, longitude }: StationDetail): string | null =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
