import { useMemo } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { MapSheet, type MapPoint } from '../../kit/map/MapSheet.tsx'
import { isOff, megawatts, orderFacts, stationFacts, type MapStation } from './figures.ts'
import { Diamond } from './Marks.tsx'

type Point = MapStation & MapPoint

type RealMapProps = {
  label: string
  stations: readonly MapStation[]
  /** The one place that a marker of one station leads to; null for people without access to it. */
  linkTo: (psId: string) => string | null
}

/** The stations on the operator's map tiles; near ones form clusters. */
export function RealMap({ label, stations, linkTo }: RealMapProps) {
  const points = useMemo(
    () =>
      stations.flatMap((station): Point[] => {
        const { psId, longitude, latitude } = station
        return longitude === null || latitude === null ? [] : [{ ...station, key: psId, longitude, latitude }]
      }),
    [stations],
  )
  return (
    <MapSheet
      label={label}
      points={points}
      markOf={(some) => (sum(some, 'overdue') > 0 ? 'late' : some.every(isOff) ? 'off' : '')}
      badgeOf={(some) =>
        some.some(({ orders }) => orders?.outage) && (
          <span className="badge">
            <Diamond />
          </span>
        )
      }
      nameOf={nameOf}
      factsOf={(some) => (some.length === 1 ? stationFacts(some[0]!) : sumsOf(some))}
      linkOf={(some) => (some.length === 1 ? { to: linkTo(some[0]!.psId) } : null)}
    />
  )
}

const sum = (some: readonly Point[], name: 'overdue' | 'open' | 'lossPower') =>
  some.reduce((total, { orders }) => total + (orders?.[name] ?? 0), 0)

function nameOf(some: readonly Point[]): string {
  if (some.length === 1) return some[0]!.psName
  const provinces = [...new Set(some.map(({ province }) => province))].filter((each) => each !== null)
  return `${provinces.slice(0, 3).join('、') || some[0]!.psName} ${formatNumber(some.length)} 座`
}

function sumsOf(some: readonly Point[]): string[] {
  const power = megawatts(some.reduce((total, { capacityKwp }) => total + (capacityKwp ?? 0), 0))
  if (some.some(({ orders }) => orders === null)) return [power]
  const orders = { open: sum(some, 'open'), overdue: sum(some, 'overdue'), lossPower: sum(some, 'lossPower') }
  return [power, ...orderFacts(orders)]
}
