import { useMemo, type ReactNode } from 'react'
import { DotSheet } from '../../kit/map/DotSheet.tsx'
import { markOf, stationFacts, type MapStation } from './figures.ts'

type StationDotsProps = {
  label: string
  stations: readonly MapStation[]
  pointed: string | null
  onPoint: (psId: string | null) => void
  linkTo: (psId: string) => string | null
  corner?: ReactNode
}

/** The stations of one region that have coordinates, each at its place. */
export function StationDots({ label, stations, pointed, onPoint, linkTo, corner }: StationDotsProps) {
  const points = useMemo(
    () =>
      stations.flatMap((station) => {
        const { psId, psName, psaName, longitude, latitude, capacityKwp, city, county } = station
        if (longitude === null || latitude === null) return []
        return {
          key: psId,
          name: psName,
          group: psaName,
          place: [city, county].filter(Boolean).join(' '),
          longitude,
          latitude,
          megawatts: capacityKwp === null ? null : capacityKwp / 1000,
          mark: markOf(station),
          facts: stationFacts(station),
        }
      }),
    [stations],
  )
  return (
    <DotSheet
      label={label}
      points={points.map((point) => ({ ...point, to: linkTo(point.key) }))}
      pointed={pointed}
      onPoint={onPoint}
      corner={corner}
    />
  )
}
