import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketBoard } from '@heliodesk/contract/ticket-board.ts'
import type { CSSProperties } from 'react'
import { ticketLooks } from '../../domain/tickets/TicketStatus.tsx'
import { BoardCard } from './BoardCard.tsx'
import { timesOf } from './board.ts'
import { timelineOf } from './timeline.ts'
import css from './today.module.css'

/** A bar of this share of the line has room for its label. */
const WIDE = 15
/** In the second half of the day a label that is longer than its bar would be cut, where it has room before the bar. */
const WIDE_LATE = 40

function sideOf(left: number, width: number): 'left' | 'right' | undefined {
  const isLate = left > 50
  if (width > (isLate ? WIDE_LATE : WIDE)) return undefined
  return isLate ? 'left' : 'right'
}

/** Position on the axis, which is wider than the bars at both ends so that its labels lie within it. */
const at = (percent: number) => ({ '--at': percent / 100 }) as CSSProperties

/** 今天: when the tickets of the day are valid, and what is planned. */
export function Today({ board: { tickets, day }, now }: { board: TicketBoard; now: string }) {
  const line = timelineOf(tickets, day, now)
  if (line.bars.length === 0) return null
  return (
    <BoardCard title="今天" fact="票的有效时段；虚线为计划">
      <div className={css.chart}>
        <div
          className={css.axis}
          data-now={line.now === null ? undefined : ''}
          style={line.now === null ? undefined : at(line.now)}
          aria-hidden
        >
          {line.hours.map(({ hour, left }) => (
            <span key={hour} style={at(left)}>
              {String(hour).padStart(2, '0')}:00
            </span>
          ))}
        </div>
        <ul className={css.rows}>
          {line.bars.map(({ ticket, left, width, isPlanned }) => (
            <li key={ticket.id}>
              <a href={paths.tickets.href({ ticket: ticket.id })}>{ticket.ticketNo}</a>
              <span className={css.track}>
                <span
                  className={css.bar}
                  data-look={ticketLooks[ticket.state]}
                  data-planned={isPlanned ? '' : undefined}
                  data-label={sideOf(left, width)}
                  style={{ left: `${left}%`, width: `${width}%` }}
                >
                  <span className={css.label}>
                    {`${ticket.task} · ${isPlanned ? ticket.stateLabel : timesOf(ticket, day)}`}
                  </span>
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </BoardCard>
  )
}
