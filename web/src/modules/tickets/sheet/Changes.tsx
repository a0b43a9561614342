import type { ChangeState } from '@heliodesk/contract/ticket-changes.ts'
import type { TicketChangeRow, TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Button } from '../../../kit/Button.tsx'
import { SheetCard } from './SheetCard.tsx'
import { anchors, whenOf } from './ticket.ts'
import type { TicketShow } from './use-ticket-overlays.tsx'
import css from './ticket-parts.module.css'

type ChangesProps = { ticket: TicketDetail; show: TicketShow }

const looks: Record<ChangeState, string> = {
  open: 'tag undo',
  done: 'tag ok',
  refused: 'tag err',
  withdrawn: 'tag',
}

/** 变更: what was asked for while the work went on, and who has agreed. */
export function Changes({ ticket, show }: ChangesProps) {
  const { changes } = ticket
  if (changes.length === 0) return null
  return (
    <SheetCard id={anchors.changes} title="变更" fact={changes.length}>
      <ul>
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} isLeader={ticket.isLeader} show={show} />
        ))}
      </ul>
    </SheetCard>
  )
}

type ChangeRowProps = { change: TicketChangeRow; isLeader: boolean; show: TicketShow }

function ChangeRow({ change, isLeader, show }: ChangeRowProps) {
  const { title, state, stateLabel, says, reason, askedBy, askedTime, agreed, waitsFor, isTodo } = change
  return (
    <li className={css.change}>
      <p className="row">
        <b>{title}</b>
        <span className={looks[state]}>{stateLabel}</span>
      </p>
      <p>{[says, reason].filter(Boolean).join('；')}</p>
      <small>
        {askedBy} {whenOf(askedTime)} 申请
      </small>
      {agreed.map(({ roleName, name, at }) => (
        <small key={roleName}>
          {roleName} {name} {whenOf(at)} 同意
        </small>
      ))}
      {state === 'open' && (
        <div className={`touch-row ${css.answers}`}>
          <small className="grow">{waitsFor}</small>
          {isLeader && (
            <Button size="sm" onClick={() => show('answer', { change, answer: 'withdraw' })}>
              撤回
            </Button>
          )}
          {isTodo && (
            <>
              <Button size="sm" kind="dng" onClick={() => show('answer', { change, answer: 'refuse' })}>
                不同意
              </Button>
              <Button size="sm" kind="pri" onClick={() => show('answer', { change, answer: 'agree' })}>
                同意
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}
