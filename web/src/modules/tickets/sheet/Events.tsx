import type { TicketDetail, TicketEvent } from '@heliodesk/contract/ticket-rows.ts'
import { ShieldAlert } from 'lucide-react'
import { Timeline, type TimelineEntry } from '../../../kit/Timeline.tsx'
import { SheetCard } from './SheetCard.tsx'
import { latestFirst } from './ticket.ts'
import css from './ticket-parts.module.css'

/** 办理记录: who signed what in which role, when and where, and whether the ticket still says it. */
export const Events = ({ ticket: { events } }: { ticket: TicketDetail }) => (
  <SheetCard title="办理记录" fact={events.length}>
    <div className={css.events}>
      <Timeline entries={latestFirst(events).map(entryOf)} />
    </div>
  </SheetCard>
)

const entryOf = (event: TicketEvent): TimelineEntry => ({
  key: event.id,
  title: event.actionName,
  person: [event.actorName, event.roleName].filter(Boolean).join(' · '),
  time: event.at,
  note: event.note,
  color: event.stateLabel === null ? null : 'limegreen',
  after: <Proof event={event} />,
})

function Proof({ event: { device, address, contentHash, isOutdated } }: { event: TicketEvent }) {
  const proof = [device, address, contentHash && `签名 ${contentHash}`].filter(Boolean).join(' · ')
  return (
    <>
      {proof && <small className={css.proof}>{proof}</small>}
      {isOutdated && (
        <small className={`err ${css.outdated}`}>
          <ShieldAlert className="i s" aria-hidden /> 签名后内容已变
        </small>
      )}
    </>
  )
}
