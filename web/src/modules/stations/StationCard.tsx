import { Building2, CalendarDays, MapPin, Zap } from 'lucide-react'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { formatCapacity } from '../../kit/format.ts'
import { placeOf, type Station } from './station.ts'
import { StationState } from './station-list.tsx'

type StationCardProps = {
  station: Station
  href: string
  onOpen: () => void
  actions: readonly RowAction[]
}

/** The card of a station, in the phone layout. */
export const StationCard = ({ station, ...card }: StationCardProps) => (
  <RowCard
    {...card}
    state={<StationState station={station} />}
    beside={station.siteTypeLabel}
    name={station.psName}
    facts={[
      [Zap, '容量', formatCapacity(station.capacityKwp)],
      [MapPin, '省市', placeOf(station)],
      [CalendarDays, '并网日期', station.gridDate],
      [Building2, '归属部门', station.depName],
    ]}
  />
)
