import { isStopAct, type TicketWorker } from '@heliodesk/contract/field-tickets.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type { TicketAct } from '@heliodesk/contract/ticket-states.ts'
import { Phone, WifiOff } from 'lucide-react'
import { useSession } from '../../../lib/session.ts'
import { whenOf } from './ticket.ts'
import { useSite } from './use-ticket-work.ts'
import css from './site.module.css'

/** Before the work is stopped: whose phone will not hear of it, and the number to call. */
export function SilentWorkers({ ticket, act }: { ticket: TicketDetail; act: TicketAct }) {
  const site = useSite(ticket)
  const userId = useSession(({ user }) => user?.id)
  const silent = isStopAct(act)
    ? (site?.workers ?? []).filter(({ id, isSilent }) => isSilent && id !== userId)
    : []
  if (silent.length === 0) return null
  return (
    <div className={`alert err ${css.warning}`} role="status">
      <WifiOff className="i" aria-hidden />
      <div className={css.text}>
        <b>有人的手机没有联网，请电话通知</b>
        <ul className={css.silent}>
          {silent.map((worker) => (
            <li key={worker.id}>
              <span>{lineOf(worker)}</span>
              {worker.phone && (
                <a className="btn" href={`tel:${worker.phone}`} aria-label={`电话通知${worker.name}`}>
                  <Phone className="i" aria-hidden />
                  {worker.phone}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const lineOf = ({ name, lastSeenTime }: TicketWorker) =>
  `${name} ${lastSeenTime ? `最后联网 ${whenOf(lastSeenTime)}` : '手机没有联网记录'}`
