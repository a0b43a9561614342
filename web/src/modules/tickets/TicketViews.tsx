import type { Sent } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { Chip } from '../../kit/Chip.tsx'
import { formatNumber } from '../../kit/format.ts'
import { useGrants } from '../../lib/permission.tsx'
import { useCall } from '../../lib/queries.ts'
import { ticketViews, type TicketView } from './ticket-list.tsx'
import css from './tickets.module.css'

type TicketViewsProps = {
  /** The stations that are counted. */
  query: Sent<typeof ticketCalls.counts>
  view: TicketView | null
  onView: (view: TicketView | null) => void
}

const views = Object.entries(ticketViews) as [TicketView, string][]

/** The chips above the list, and beside them what needs attention. */
export function TicketViews({ query, view, onView }: TicketViewsProps) {
  const { data } = useCall(ticketCalls.counts, query)
  const mayList = useGrants(({ pages }) => pages.includes(paths.earths.path))
  return (
    <div className={css.views} role="group" aria-label="视图">
      <Chip chosen={view === null} onChoose={() => onView(null)}>
        全部
      </Chip>
      {views.map(([value, title]) => (
        <Chip key={value} chosen={view === value} onChoose={() => onView(view === value ? null : value)}>
          {title}
          {data && <em>{formatNumber(data[value])}</em>}
        </Chip>
      ))}
      {data && (
        <span className={css.counts} role="status">
          <span className={data.late > 0 ? 'err' : undefined}>
            超期 <b>{formatNumber(data.late)}</b>
          </span>
          <span className={data.hanging > 0 ? 'err' : undefined}>
            {mayList ? <a href={paths.earths.href()}>挂着的接地线</a> : '挂着的接地线'}{' '}
            <b>{formatNumber(data.hanging)}</b>
          </span>
        </span>
      )}
    </div>
  )
}
