import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { SheetCard } from './SheetCard.tsx'
import css from './ticket-parts.module.css'

type Linked = NonNullable<TicketDetail['main']>

/** 关联: its orders, the ticket it belongs to, those that belong to it, and those that rely on the same points. */
export function Links({ ticket }: { ticket: TicketDetail }) {
  const { orders, main, hotTickets, sharing } = ticket
  if (orders.length + hotTickets.length + sharing.length === 0 && !main) return null
  return (
    <SheetCard title="关联">
      <ul>
        {orders.map(({ id, workCode }) => (
          <li key={id} className={css.linked}>
            <small>工单</small>
            <a className={css.link} href={paths.orders.href({ order: id })}>
              {workCode}
            </a>
          </li>
        ))}
        {main && <LinkedTicket as="主票" linked={main} />}
        {hotTickets.map((linked) => (
          <LinkedTicket key={linked.id} as="动火票" linked={linked} />
        ))}
        {sharing.map(({ points, ...linked }) => (
          <LinkedTicket
            key={linked.id}
            as="同一隔离点"
            linked={linked}
            note={`${points.join('、')} 同为两张票的隔离点，终结后不能单独送电`}
          />
        ))}
      </ul>
    </SheetCard>
  )
}

type LinkedTicketProps = { as: string; linked: Linked; note?: string }

const LinkedTicket = ({ as, linked, note }: LinkedTicketProps) => (
  <li className={css.linked}>
    <small>{as}</small>
    <a className={css.link} href={paths.tickets.href({ ticket: linked.id })}>
      {linked.ticketNo || linked.kindLabel}
    </a>
    <span className="tag">{linked.stateLabel}</span>
    <small className={css.task}>{linked.task}</small>
    {note && <small className={`undo ${css.task}`}>{note}</small>}
  </li>
)
