import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { ChevronRight } from 'lucide-react'
import { TicketStatus } from '../../../domain/tickets/TicketStatus.tsx'
import { formatNumber } from '../../../kit/format.ts'
import { useCall } from '../../../lib/queries.ts'
import { inHand, ownTickets } from './own-tickets.ts'
import css from './my-orders.module.css'

/** 在办的两票: what the user works by now, or soon. */
export function OwnTickets() {
  const tickets = inHand(useCall(ticketCalls.page, ownTickets).data?.pageList ?? [])
  if (tickets.length === 0) return null
  return (
    <section className={css.day} aria-label="在办的两票">
      <h2>
        在办的两票
        <span className="t3">{formatNumber(tickets.length)} 张</span>
      </h2>
      <ul className={css.tickets}>
        {tickets.map(({ id, ticketNo, workContent, psName, ticked, lines, state, stateLabel }) => (
          <li key={id}>
            <a href={paths.tickets.href({ ticket: id })}>
              <span className={css.ticket}>
                <b>{workContent}</b>
                <small>
                  {ticketNo} · {psName}
                  {lines > 0 && ` · ${ticked} / ${lines} 项`}
                </small>
              </span>
              <TicketStatus state={state} stateLabel={stateLabel} />
              <ChevronRight className="i" aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
