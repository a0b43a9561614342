import { paths } from '@heliodesk/contract/paths.ts'
import { ticketCalls, ticketTitles as titles } from '@heliodesk/contract/tickets.ts'
import type { Received } from '@heliodesk/contract/call.ts'
import { TicketStatus } from '../../../domain/tickets/TicketStatus.tsx'
import { EMPTY, formatMinute, formatNumber } from '../../../kit/format.ts'
import { HeadRow } from '../../../kit/HeadRow.tsx'
import { Reading } from '../../../kit/Reading.tsx'
import { useGrants } from '../../../lib/permission.tsx'
import { useCall } from '../../../lib/queries.ts'
import { MOST_TICKETS } from './order-tickets.ts'
import css from '../detail/order-detail.module.css'

type OrderTicketsProps = { id: string; title: string; orderId: string }

type Ticket = Received<typeof ticketCalls.ofOrder>['pageList'][number]

/** An order rarely has more than three; what is beyond is found in the list of tickets. */

/** The tickets of an order, with the fields of the specification. */
export function OrderTickets({ id, title, orderId }: OrderTicketsProps) {
  const read = useCall(ticketCalls.ofOrder, { orderId, curPage: 1, size: MOST_TICKETS })
  const total = read.data?.rowCount ?? 0
  return (
    <section className="sec" id={id}>
      <h2>
        {title}
        {total > 0 && <span className="t3 s12">{formatNumber(total)} 张</span>}
      </h2>
      <Reading read={read} name="两票" height={80}>
        {({ pageList }) =>
          pageList.length === 0 ? (
            <p className="t3 s13">还没有开票</p>
          ) : (
            <TicketTable title={title} tickets={pageList} />
          )
        }
      </Reading>
    </section>
  )
}

function TicketTable({ title, tickets }: { title: string; tickets: readonly Ticket[] }) {
  const mayList = useGrants(({ pages }) => pages.includes(paths.tickets.path))
  return (
    <div className={css.boxed} tabIndex={0} role="region" aria-label={title}>
      <table>
        <HeadRow titles={heads} />
        <tbody>
          {tickets.map((ticket) => (
            <tr key={ticket.id}>
              <td className="nw">
                {mayList ? (
                  <a className="code" href={paths.tickets.href({ ticket: ticket.id })}>
                    {ticket.ticketNo || '未编号'}
                  </a>
                ) : (
                  ticket.ticketNo || '未编号'
                )}
              </td>
              <td className="nw">{ticket.ticketTypeLabel}</td>
              <td className="nw">{ticket.ticketTypeDtlLabel}</td>
              <td>{ticket.workContent}</td>
              <td className="nw">
                <TicketStatus {...ticket} />
              </td>
              <td>{ticket.flowUser || <span className="t3">{EMPTY}</span>}</td>
              <td className="nw">{ticket.createUserName}</td>
              <td className="nw">{formatMinute(ticket.ticketCreateTime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const heads = [
  titles.ticketNo,
  titles.ticketTypeLabel,
  titles.ticketTypeDtlLabel,
  '工作内容',
  titles.stateLabel,
  titles.flowUser,
  titles.createUserName,
  titles.ticketCreateTime,
]
