import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { stepsOf } from './ticket.ts'
import css from './stepper.module.css'

const looks = { done: css.done, now: css.now, bad: css.bad, later: css.later } as const

/** The regular life of the ticket: who took each step and when, and where it is; to be keyed by its state. */
export function Stepper({ ticket, now }: { ticket: TicketDetail; now: string }) {
  const box = useRef<HTMLDivElement>(null)
  // Where not all of them have room, the present one is in sight.
  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>('[aria-current]')
    if (box.current && current) box.current.scrollLeft = current.offsetLeft - box.current.clientWidth / 3
  }, [])
  return (
    <div className={css.box} role="region" aria-label="办理进度" tabIndex={0} ref={box}>
      <ol className={css.stepper}>
        {stepsOf(ticket, now).map(({ title, is, note }, at) => (
          <li key={at} className={looks[is]} aria-current={is === 'now' ? 'step' : undefined}>
            <i className={css.line} aria-hidden />
            <span className={css.disc} aria-hidden>
              {is === 'done' ? <Check /> : is === 'bad' ? <X /> : at + 1}
            </span>
            {title}
            <small>{note}</small>
          </li>
        ))}
      </ol>
    </div>
  )
}
