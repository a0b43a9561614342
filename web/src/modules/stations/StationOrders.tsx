import { paths } from '@heliodesk/contract/paths.ts'
import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { Timer } from 'lucide-react'
import { formatNumber } from '../../kit/format.ts'
import { ErrorStrip } from '../../kit/States.tsx'
import { StatusGlyph } from '../../kit/Status.tsx'
import { useLate } from '../../kit/use-late.ts'
import { useCall } from '../../lib/queries.ts'
import css from './stations.module.css'

const statuses = Object.keys(flowStatuses).map(Number) as FlowStatus[]

/** The number of the station's work orders by state; each number links to its list. */
export function StationOrders({ psId }: { psId: string }) {
  const counts = useCall(workOrderCalls.count, { psId: [psId] })
  const late = useLate(counts.isPending)
  const linkTo = (view: string | number) => paths.orders.href({ psId, view })
  return (
    <section className={css.stationOrders} aria-label="工单">
      <h2>工单</h2>
      {counts.error && (
        <ErrorStrip title="工单数没有取到" error={counts.error} onRetry={() => void counts.refetch()} />
      )}
      {late && statuses.map((status) => <i key={status} className={`sk ${css.sk}`} />)}
      {counts.data && !counts.isPlaceholderData && (
        <ul>
          {statuses.map((status) => (
            <li key={status}>
              <a href={linkTo(status)}>
                <StatusGlyph status={status} />
                <span className="mla">{formatNumber(counts.data.byStatus[status])}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={linkTo('overdue')}>
              <span className="st">
                <Timer className="i s" aria-hidden />
                超时
              </span>
              <span className={counts.data.overdue > 0 ? 'mla err b' : 'mla'}>
                {formatNumber(counts.data.overdue)}
              </span>
            </a>
          </li>
        </ul>
      )}
    </section>
  )
}
