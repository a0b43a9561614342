import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { isEnded } from '@heliodesk/contract/ticket-states.ts'
import { ChevronDown, ChevronUp, Lock, Minus } from 'lucide-react'
import { useState } from 'react'
import { DoneMark } from '../../../kit/Status.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { useSession } from '../../../lib/session.ts'
import { CurrentStep } from './CurrentStep.tsx'
import { splitOf } from './operation.ts'
import { SheetCard } from './SheetCard.tsx'
import { anchors, whenOf } from './ticket.ts'
import css from './operation.module.css'

/** How many done steps stay in sight above the one that is open. */
const IN_SIGHT = 2

/** 操作项目: one step after the other; only the next one is open, and each part of it on the phone of whose turn it is. */
export function OperationSteps({ ticket }: { ticket: TicketDetail }) {
  const { done, current, later } = splitOf(ticket)
  const total = ticket.lineList.length
  return (
    <SheetCard
      id={anchors.steps}
      title="操作项目"
      fact={`${done.length} / ${total} 步`}
      className={css.steps}
    >
      <div
        className={css.progress}
        role="progressbar"
        aria-label="操作进度"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done.length}
      >
        <i style={{ width: `${total > 0 ? (done.length / total) * 100 : 0}%` }} />
      </div>
      <Pair ticket={ticket} />
      <Done lines={done} folds={current !== null} />
      {current && <CurrentStep ticket={ticket} line={current} />}
      {later.length > 0 && (
        <ol className={css.list}>
          {later.map((line) => (
            <Later key={line.no} line={line} isStruck={isEnded(ticket.state)} />
          ))}
        </ol>
      )}
    </SheetCard>
  )
}

/** The pair is fixed when the switching begins. */
function Pair({ ticket: { leaderId, leaderName, guardId, guardName } }: { ticket: TicketDetail }) {
  const userId = useSession(({ user }) => user?.id)
  const pair = [
    { role: '操作人', id: leaderId, name: leaderName },
    { role: '监护人', id: guardId, name: guardName },
  ]
  return (
    <ul className={css.pair}>
      {pair.map(({ role, id, name }) => (
        <li key={role}>
          <span className={id !== null && id === userId ? 'av lg me' : 'av lg'} aria-hidden>
            {name?.slice(-1)}
          </span>
          <span>
            <b>{name ?? '未定'}</b>
            <small>
              {role}
              {id !== null && id === userId && ' · 本人'}
            </small>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Done({ lines, folds }: { lines: readonly TicketLine[]; folds: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const phone = usePhone()
  if (lines.length === 0) return null
  const folded = folds ? lines.slice(0, -IN_SIGHT) : []
  const shown = isOpen ? lines : lines.slice(folded.length)
  const [first, last] = [folded[0], folded.at(-1)]
  return (
    <>
      {first && last && (
        <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <ChevronUp className="i" aria-hidden /> : <ChevronDown className="i" aria-hidden />}第{' '}
          {first.no}
          {last.no > first.no && `–${last.no}`} 步已执行，{whenOf(first.ticked!.at)} –{' '}
          {whenOf(last.ticked!.at)}
        </button>
      )}
      <ol className={css.list}>
        {shown.map((line) => (
          <li key={line.no} className={css.step}>
            <DoneMark done />
            <span className={css.text}>
              {line.no}. {line.text}
            </span>
            <small>
              {[line.operated, line.ticked]
                .map((signed) => (phone ? signed?.name.slice(-1) : signed?.name))
                .join(' ')}{' '}
              <time>{whenOf(line.ticked!.at)}</time>
            </small>
          </li>
        ))}
      </ol>
    </>
  )
}

/** A step that is not open yet; struck out where the switching was stopped before it. */
const Later = ({ line: { no, text }, isStruck }: { line: TicketLine; isStruck: boolean }) => (
  <li className={css.step}>
    {isStruck ? <Minus className="i" aria-label="未操作" /> : <Lock className="i" aria-label="未到此步" />}
    <span className={isStruck ? `${css.text} ${css.struck}` : css.text}>
      {no}. {text}
    </span>
  </li>
)
