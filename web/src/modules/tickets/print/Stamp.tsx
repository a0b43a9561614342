import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketStamps } from '@heliodesk/contract/ticket-states.ts'
import { formatMinute } from '../../../kit/format.ts'
import css from './ticket-print.module.css'

/** What ends on the form, beside its title: with who stamped it and when. Its double line shows without colour too. */
export const Stamp = ({ ticket: { stamp, stampedBy, stampedTime } }: { ticket: TicketDetail }) =>
  stamp && (
    <div className={css.stamp} role="img" aria-label={`印章：${ticketStamps[stamp]}`}>
      <b>{ticketStamps[stamp]}</b>
      <small>{stampedBy}</small>
      <small>{stampedTime && formatMinute(stampedTime)}</small>
    </div>
  )

/** Why it was stamped, across the form: reasons are too long for a stamp. */
export const StampReason = ({ ticket: { stamp, stampReason } }: { ticket: TicketDetail }) =>
  stamp &&
  stampReason && (
    <p className={css.reason}>
      <b>{ticketStamps[stamp]}</b> 原因：{stampReason}
    </p>
  )
