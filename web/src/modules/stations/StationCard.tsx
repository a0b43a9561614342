import { Building2, CalendarDays, MapPin, Zap } from 'lucide-react'
import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import { kwp, placeOf, type Station } from './station.ts'
import { StationState } from './station-list.tsx'

type StationCardProps = {
  station: Station
  href: string
  onOpen: () => void
  actions: readonly RowAction[]
}

/** The card of a station, in the phone layout. */
export function StationCard({ station, href, onOpen, actions }: StationCardProps) {
  const place = placeOf(station)
  return (
    <article className="touch row-card linked">
      <a
        href={href}
        onClick={(event) => {
          event.preventDefault()
          onOpen()
        }}
      >
        <span className="line">
          <StationState station={station} />
          <span className="t3">·</span>
          {station.siteTypeLabel}
        </span>
        <b>{station.psName}</b>
        <span className="facts">
          {station.capacityKwp !== null && (
            <span>
              <Zap className="i" aria-label="容量" />
              {kwp(station.capacityKwp)}
            </span>
          )}
          {place && (
            <span>
              <MapPin className="i" aria-label="省市" />
              {place}
            </span>
          )}
          {station.gridDate && (
            <span>
              <CalendarDays className="i" aria-label="并网日期" />
              {station.gridDate}
            </span>
          )}
          <span>
            <Building2 className="i" aria-label="归属部门" />
            {station.depName}
          </span>
        </span>
      </a>
      {actions.length > 0 && <ActionMenu actions={actions} label={`${station.psName}的操作`} />}
    </article>
  )
}
