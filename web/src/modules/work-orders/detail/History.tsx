import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { formatNumber, formatTime } from '../../../kit/format.ts'
import { ErrorStrip } from '../../../kit/States.tsx'
import { Timeline, type TimelineEntry } from '../../../kit/Timeline.tsx'
import { useCall } from '../../../lib/queries.ts'
import type { Order } from '../order.ts'
import css from './order-detail.module.css'

/** The events of the order with their authors, newest first. */
export function History({ order }: { order: Order }) {
  const history = useCall(workOrderCalls.history, { id: order.id })
  const events = history.isPlaceholderData ? [] : (history.data ?? [])
  return (
    <section className={css.history} aria-label="办理记录">
      <h2>办理记录 {events.length > 0 && <small className="t3">{events.length}</small>}</h2>
      {history.error && (
        <ErrorStrip title="记录没有取到" error={history.error} onRetry={() => void history.refetch()} />
      )}
      <Timeline
        entries={[
          ...now(order),
          ...events.map(({ id, actionName, actorName, at, doneTime, note, color }) => ({
            key: id,
            title: actionName,
            person: actorName,
            time: doneTime ? `离线完成于 ${formatTime(doneTime)}，${formatTime(at)} 送达` : formatTime(at),
            note,
            color,
          })),
        ]}
      />
    </section>
  )
}

/** The current state of an open order; it has no colour, so it is blue. */
function now({ flowSts, flowStsName, liablePerson, overHours }: Order): TimelineEntry[] {
  if (flowSts >= 4) return []
  const late = overHours === null ? undefined : `超时 ${formatNumber(overHours, 1)} h`
  const person = flowSts === 2 ? (liablePerson ?? undefined) : undefined
  return [{ key: 'now', title: flowStsName, person, time: late, color: null }]
}
