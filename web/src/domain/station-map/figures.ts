import type { Received } from '@heliodesk/contract/call.ts'
import { OTHER_PROVINCE, provinceNamed } from '@heliodesk/contract/provinces.ts'
import type { stationMapCalls } from '@heliodesk/contract/station-map.ts'
import { EMPTY, formatNumber } from '../../kit/format.ts'

/** A map with the orders, as the home page has it. */
export type WorkMap = Received<typeof stationMapCalls.home>
/** In the archive, the figures of orders are null for people who may not see those. */
export type StationMap = Received<typeof stationMapCalls.archive>
export type Figures = StationMap['total']
export type OrderFigures = WorkMap['total']['orders']
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
export const factsOf = ({ stations, capacityKwp, orders }: Figures): string[] => {
  const facts = [`${formatNumber(stations)} 座，${megawatts(capacityKwp)}`]
  if (orders === null) return facts
  const { open, overdue, outages, lossPower, lossPerMw } = orders
  return [
    ...facts,
    `损失 ${lossOf(lossPower)} kWh/h${lossPerMw === null ? '' : `，每 MW ${perMw(lossPerMw)}`}`,
    `在办 ${formatNumber(open)} 单`,
    ...(overdue > 0 ? [`超时 ${formatNumber(overdue)} 单`] : []),
    ...(outages > 0 ? [`抢修陪停 ${formatNumber(outages)} 座`] : []),
  ]
}

export const stationFacts = ({ capacityKwp, orders, ...place }: MapStation): string[] => [
  megawatts(capacityKwp),
  ...(orders ? orderFacts(orders) : []),
  ...(orders?.outage ? ['抢修或陪停'] : []),
  ...(isOff(place) ? ['退场或停用'] : []),
]

type Orders = Pick<WorkMap['stations'][number]['orders'], 'open' | 'overdue' | 'lossPower'>

/** What is to be said about the open orders of one or several stations. */
export const orderFacts = ({ open, overdue, lossPower }: Orders): string[] => [
  `损失 ${lossOf(lossPower)} kWh/h`,
  `在办 ${formatNumber(open)} 单`,
  ...(overdue > 0 ? [`超时 ${formatNumber(overdue)} 单`] : []),
]

export const isOff = ({ maintenanceStatus, status }: Pick<MapStation, 'maintenanceStatus' | 'status'>) =>
  maintenanceStatus === '2' || status === '3'

export type Mark = 'outage' | 'late' | 'off' | 'calm'

/** The one thing that a station's mark tells: the worst. */
export const markOf = (station: MapStation): Mark => {
  if (station.orders?.outage) return 'outage'
  if (station.orders && station.orders.overdue > 0) return 'late'
  return isOff(station) ? 'off' : 'calm'
}
