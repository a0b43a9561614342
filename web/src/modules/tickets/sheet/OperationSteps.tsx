import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { isEnded } from '@heliodesk/contract/ticket-states.ts'
import { ChevronDown, ChevronUp, CircleDashed, Lock, Minus } from 'lucide-react'
import { useState } from 'react'
import { DoneMark } from '../../../kit/Status.tsx'
import { useOnline } from '../../../kit/use-online.ts'
import { usePhone } from '../../../kit/use-phone.ts'
import { useSession } from '../../../lib/session.ts'
import { CurrentStep } from './CurrentStep.tsx'
import { doneSplitOf, lastMark, lockReason } from './operation.ts'
import { SheetCard } from './SheetCard.tsx'
import { anchors, whenOf } from './ticket.ts'
import { useSite, useTicketWork } from './use-ticket-work.ts'
import css from './operation.module.css'

/** How many done steps stay in sight above the one that is open. */
const IN_SIGHT = 2

/** 操作项目: one step after the other; only the next one is open, and each part of it on the phone of whose turn it is. */
export function OperationSteps({ ticket }: { ticket: TicketDetail }) {
  const work = useTicketWork(ticket)
  const { done, current, later } = doneSplitOf(work)
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
      {current && <CurrentStep work={work} line={current} />}
      {later.length > 0 && (
        <ol className={css.list}>
          {later.map((line) => (
            <Later key={line.no} line={line} ticket={ticket} />
          ))}
        </ol>
      )}
    </SheetCard>
  )
}

/** The pair is fixed when the switching begins. */
function Pair({ ticket }: { ticket: TicketDetail }) {
  const { leaderId, leaderName, guardId, guardName, state } = ticket
  const userId = useSession(({ user }) => user?.id)
  const phone = usePhone()
  const lineOf = useLineOf(ticket)
  const pair = [
    { role: '操作人', id: leaderId, name: leaderName },
    { role: '监护人', id: guardId, name: guardName },
  ]
  return (
    <ul className={css.pair}>
      {pair.map(({ role, id, name }) => {
        const isOwn = id !== null && id === userId
        const stands = isOwn ? (phone ? '这台手机' : '本人') : state === 'operating' && lineOf(id)
        return (
          <li key={role}>
            <span className={isOwn ? 'av lg me' : 'av lg'} aria-hidden>
              {name?.slice(-1)}
            </span>
            <span>
              <b>{name ?? '未定'}</b>
              <small>
                {role}
                {stands && ` · ${stands}`}
              </small>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Whether somebody's phone has a line, as far as is known; empty where it is not. */
function useLineOf(ticket: TicketDetail): (id: string | null) => string {
  const site = useSite(ticket)
  const isOnline = useOnline()
  return (id) => {
    const worker = site?.workers.find((each) => each.id === id)
    if (!isOnline) return '看不到'
    if (!worker) return ''
    if (!worker.isSilent) return '在线'
    return worker.lastSeenTime ? `最后联网 ${whenOf(worker.lastSeenTime)}` : '手机未联网'
  }
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
          {last.no > first.no && `–${last.no}`} 步已执行，{whenOf(lastMark(first).at)} –{' '}
          {whenOf(lastMark(last).at)}
        </button>
      )}
      <ol className={css.list}>
        {shown.map((line) => (
          <li key={line.no} className={css.step}>
            {line.ticked && line.called && line.operated ? (
              <DoneMark done />
            ) : (
              <CircleDashed className="i" aria-label="对方未送达" />
            )}
            <span className={css.text}>
              {line.no}. {line.text}
            </span>
            <small>
              {[line.operated, line.ticked]
                .flatMap((signed) => (signed ? [phone ? signed.name.slice(-1) : signed.name] : []))
                .join(' ')}{' '}
              <time>{whenOf(lastMark(line).at)}</time>
            </small>
          </li>
        ))}
      </ol>
    </>
  )
}

type LaterProps = { line: TicketLine; ticket: TicketDetail }

/** A step that is not open yet, and why; struck out where the switching was stopped before it. */
function Later({ line, ticket }: LaterProps) {
  const { no, text } = line
  const isStruck = isEnded(ticket.state)
  const reason = isStruck ? null : lockReason(ticket.lineList, line)
  return (
    <li className={css.step}>
      {isStruck ? <Minus className="i" aria-label="未操作" /> : <Lock className="i" aria-label="未到此步" />}
      <span className={isStruck ? `${css.text} ${css.struck}` : css.text}>
        {no}. {text}
        {reason && <span className={css.reason}>{reason}</span>}
      </span>
    </li>
  )
}
