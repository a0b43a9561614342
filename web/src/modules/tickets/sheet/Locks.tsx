import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ArrowLeft, CircleCheck, Lock } from 'lucide-react'
import { SheetCard } from './SheetCard.tsx'
import css from './ticket-parts.module.css'

/** 状态锁: what waits for what, between the ticket, its order and the equipment. */
export function Locks({ ticket: { locks } }: { ticket: TicketDetail }) {
  if (locks.length === 0) return null
  return (
    <SheetCard title="状态锁" fact="票与工单互锁">
      <ul className={css.locks}>
        {locks.map(({ what, needs, isMet }) => (
          <li key={`${what} ${needs}`}>
            <span>{what}</span>
            <ArrowLeft className="i s" aria-label="须先" />
            <span className="t2">{needs}</span>
            <span className={isMet ? `ok ${css.state}` : `err ${css.state}`}>
              {isMet ? <CircleCheck className="i s" aria-hidden /> : <Lock className="i s" aria-hidden />}
              {isMet ? '已满足' : '未满足'}
            </span>
          </li>
        ))}
      </ul>
    </SheetCard>
  )
}
