import { fieldTicketCalls, stopActs, type TicketStop } from '@heliodesk/contract/field-tickets.ts'
import { OctagonX, Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { formatTime } from '../../kit/format.ts'
import { ModalDialog } from '../../kit/ModalDialog.tsx'
import { useCommand } from '../../lib/queries.ts'
import { clockSkew } from '../../lib/server-clock.ts'
import { doOnTicket } from './do-in-field.ts'
import { soundAlarm } from './alarm.ts'
import { useField } from './field-store.ts'
import css from './stop-notice.module.css'

/** Work must stop: it fills the screen, is heard, and goes only when its person confirms it. */
export function StopNotice({ stop }: { stop: TicketStop }) {
  const { id, ticketId, ticketNo, task, psName, act, byName, byPhone, at, reason } = stop
  const [busy, setBusy] = useState(false)
  useEffect(() => soundAlarm(), [])
  const outbox = useField((state) => state.outbox)
  const seen = useCommand(fieldTicketCalls.seen)
  const confirm = async () => {
    // A browser that keeps nothing says it at once.
    if (!outbox) return seen.mutate({ id: ticketId, stopId: id, at: Date.now(), skew: clockSkew() })
    setBusy(true)
    await doOnTicket(ticketId, { act: 'ticketSeen', given: { stopId: id } })
    setBusy(false)
  }
  return (
    <ModalDialog label="停止作业" className={css.notice} onClose={() => undefined}>
      <div className={css.says} role="alert">
        <OctagonX className={css.sign} aria-hidden />
        <h2>停止作业</h2>
        <p className={css.what}>
          票 {ticketNo} 已于 {formatTime(at)} 由 {byName} {stopActs[act]}
        </p>
        <p>
          {task}
          <br />
          {psName}
        </p>
        {reason && <p>原因：{reason}</p>}
        <p>立即停止操作，人员撤到安全地点，保持设备现状，等待通知。</p>
      </div>
      <div className={css.foot}>
        {byPhone && (
          <a className={`btn lg ${css.call}`} href={`tel:${byPhone}`}>
            <Phone className="i" aria-hidden />
            {byName} {byPhone}
          </a>
        )}
        <Button
          size="lg"
          className={css.confirm}
          busy={busy || seen.isPending}
          onClick={() => void confirm()}
        >
          已停止作业，知悉
        </Button>
      </div>
    </ModalDialog>
  )
}
