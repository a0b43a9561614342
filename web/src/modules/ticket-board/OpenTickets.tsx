import { paths } from '@heliodesk/contract/paths.ts'
import type { BoardTicket, TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import { Lock } from 'lucide-react'
import { TicketStatus } from '../../domain/tickets/TicketStatus.tsx'
import { isOpen, leftOf, timesOf } from './board.ts'
import css from './ticket-board.module.css'

type OpenTicketsProps = { board: TicketBoard; now: string }

/** 开着的票: what is open now, what waits for the user first. */
export function OpenTickets({ board: { tickets, day }, now }: OpenTicketsProps) {
  const open = tickets.filter(isOpen)
  const held = open.filter(({ holds }) => holds.length > 0)
  return (
    <section className={css.open} aria-label="开着的票">
      <header className={css.openHead}>
        <h2>开着的票</h2>
        <span className={css.fact}>{open.length}</span>
        <span className={css.tools}>今日已终结 {tickets.length - open.length}</span>
      </header>
      <ul className={css.tickets}>
        {open.map((ticket) => (
          <li key={ticket.id}>
            <TicketCard ticket={ticket} day={day} now={now} />
          </li>
        ))}
      </ul>
      {held.map(({ id, ticketNo, holds }) => (
        <p key={id} className={`alert err ${css.held}`}>
          <Lock className="i" aria-hidden />
          <span>
            {ticketNo} 还不能许可：{holds.join('；')}
          </span>
        </p>
      ))}
    </section>
  )
}

/** 第一种: beside a number nobody takes it for anything but a work ticket. */
const shortKindOf = (kindLabel: string) => kindLabel.replace(/工作票$/, '')

function TicketCard({ ticket, day, now }: { ticket: BoardTicket; day: string; now: string }) {
  const { id, ticketNo, kindLabel, task, state, stateLabel, people, ticked, lines, isTodo, waiting } = ticket
  const left = leftOf(ticket, now)
  return (
    <a className={css.ticket} data-todo={isTodo ? '' : undefined} href={paths.tickets.href({ ticket: id })}>
      <span className={css.line}>
        <span className={css.number}>{ticketNo}</span>
        <span className="tag ln">{shortKindOf(kindLabel)}</span>
        <span className={css.end}>
          <TicketStatus
            state={state}
            stateLabel={state === 'operating' ? `执行 ${ticked}/${lines}` : stateLabel}
          />
        </span>
      </span>
      <b>{task}</b>
      <span>{people.map(({ role, name }) => `${role} ${name}`).join(' · ')}</span>
      <span className={css.line}>
        <span>{timesOf(ticket, day)}</span>
        {waiting ? (
          <span className={css.waiting} data-tone={waiting.tone}>
            {waiting.text}
          </span>
        ) : (
          left && <span className={css.end}>{left}</span>
        )}
      </span>
    </a>
  )
}
