import type { Received } from '@heliodesk/contract/call.ts'
import { OTHER_PROVINCE, provinceNamed } from '@heliodesk/contract/provinces.ts'
import type { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { EMPTY, formatNumber } from '../../kit/format.ts'

export type StationMap = Received<typeof stationMapCalls.archive>
export type Figures = StationMap['total']
export type ProvinceFigures = StationMap['provinces'][number]
export type MapStation = StationMap['stations'][number]

/** The name of a group of stations, which is also the value of the archive's filter. */
export const titleOf = ({ province }: Pick<ProvinceFigures, 'province'>): string => province ?? OTHER_PROVINCE

/** One character for narrow tiles. */
export const letterOf = ({ province }: Pick<ProvinceFigures, 'province'>): string =>
  provinceNamed(province)?.letter ?? '他'

/** Where the bands of colour begin, in kWh lost per hour and MW. */
export const BANDS = [1, 2, 5, 10] as const

/** The band of colour of a loss, 0 the palest; null where there is no figure. */
export const bandOf = (lossPerMw: number | null): number | null =>
  lossPerMw === null ? null : BANDS.filter((least) => lossPerMw >= least).length

export const megawatts = (capacityKwp: number | null, digits: 0 | 1 = 1): string =>
  capacityKwp === null ? EMPTY : `${formatNumber(capacityKwp / 1000, digits)} MW`

/** Short enough for a tile. */
export const shortMegawatts = (capacityKwp: number | null): string =>
  megawatts(capacityKwp, capacityKwp !== null && capacityKwp >= 10_000 ? 0 : 1)

export const perMw = (lossPerMw: number | null): string =>
  lossPerMw === null ? EMPTY : formatNumber(lossPerMw, lossPerMw < 100 ? 1 : 0)

export const lossOf = (lossPower: number): string => formatNumber(lossPower, lossPower < 1000 ? 1 : 0)

/** What is to be said about stations, the pressing first. */
export const factsOf = ({
  stations,
  capacityKwp,
  openOrders,
  overdue,
  outages,
  lossPower,
  lossPerMw,
}: Figures) => [
  `${formatNumber(stations)} 座，${megawatts(capacityKwp)}`,
  `损失 ${lossOf(lossPower)} kWh/h${lossPerMw === null ? '' : `，每 MW ${perMw(lossPerMw)}`}`,
  `在办 ${formatNumber(openOrders)} 单`,
  ...(overdue > 0 ? [`超时 ${formatNumber(overdue)} 单`] : []),
  ...(outages > 0 ? [`抢修陪停 ${formatNumber(outages)} 座`] : []),
]

export const stationFacts = ({
  capacityKwp,
  openOrders,
  overdue,
  outage,
  lossPower,
  ...place
}: MapStation) => [
  megawatts(capacityKwp),
  `损失 ${lossOf(lossPower)} kWh/h`,
  `在办 ${formatNumber(openOrders)} 单`,
  ...(overdue > 0 ? [`超时 ${formatNumber(overdue)} 单`] : []),
  ...(outage ? ['抢修或陪停'] : []),
  ...(isOff(place) ? ['退场或停用'] : []),
]

export const isOff = ({ maintenanceStatus, status }: Pick<MapStation, 'maintenanceStatus' | 'status'>) =>
  maintenanceStatus === '2' || status === '3'

export type Mark = 'outage' | 'late' | 'off' | 'calm'

/** The one thing that a station's mark tells: the worst. */
export const markOf = (station: MapStation): Mark =>
  station.outage ? 'outage' : station.overdue > 0 ? 'late' : isOff(station) ? 'off' : 'calm'
