import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { isHot, type TicketState } from '@heliodesk/contract/ticket-states.ts'
import { Plus } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { formatTime } from '../../../kit/format.ts'
import { SheetCard } from './SheetCard.tsx'
import { anchors, whenOf } from './ticket.ts'
import type { TicketShow } from './use-ticket-overlays.tsx'
import css from './ticket-parts.module.css'

type GasProps = { ticket: TicketDetail; now: string; show: TicketShow }

/** The states in which it may be measured: before the permit, and while the work goes on. */
const measured: ReadonlySet<TicketState> = new Set(['toPermit', 'working', 'paused'])

/** 气体测定: before work with fire, and again and again while it goes on. */
export function Gas({ ticket, now, show }: GasProps) {
  const { kind, state, readings, readingDue } = ticket
  if (!isHot(kind)) return null
  return (
    <SheetCard
      id={anchors.gas}
      title="气体测定"
      fact={
        readingDue && (
          <span className={readingDue < now ? 'err' : undefined}>{formatTime(readingDue)} 前再测</span>
        )
      }
      tools={
        measured.has(state) && (
          <Button size="sm" icon={Plus} code="ticket:sign" onClick={() => show('measure')}>
            登记
          </Button>
        )
      }
    >
      {readings.length === 0 && <p className={css.none}>还没有测定；合格后才能动火</p>}
      <ul>
        {readings.map(({ id, at, gas, value, isSafe, byName }) => (
          <li key={id} className={css.person}>
            <span className={css.who}>
              <b>
                {gas} {value}
              </b>
              <small>
                {byName} {whenOf(at)}
              </small>
            </span>
            <span className={isSafe ? 'tag ok' : 'tag err'}>{isSafe ? '合格' : '不合格'}</span>
          </li>
        ))}
      </ul>
    </SheetCard>
  )
}
