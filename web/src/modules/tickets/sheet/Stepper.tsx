import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { stepsOf } from './ticket.ts'
import css from './stepper.module.css'

const looks = { done: css.done, now: css.now, bad: css.bad, later: css.later } as const

/** The regular life of the ticket: who took each step and when, and where it is; to be keyed by its state. */
export function Stepper({ ticket, now }: { ticket: TicketDetail; now: string }) {
  const list = useRef<HTMLOListElement>(null)
  // Where not all of them have room, the present one is in sight.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3
  }, [])
  return (
    <ol className={css.stepper} aria-label="办理进度" ref={list}>
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
  )
}
