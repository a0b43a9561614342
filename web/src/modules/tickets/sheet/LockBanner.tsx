import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Clock, Flame, MessageCircleQuestionMark, OctagonX, Signature } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { formatTime } from '../../../kit/format.ts'
import { useSession } from '../../../lib/session.ts'
import { jumpTo } from './SheetCard.tsx'
import { anchors, durationOf, isBriefing, isLocking } from './ticket.ts'
import css from './sheet.module.css'

type LockBannerProps = { ticket: TicketDetail; now: string }

const NUMBERS = '①②③④⑤⑥⑦⑧⑨⑩'

/** What cannot be done yet, and why; what is overdue; and what waits for the user further down. */
export const LockBanner = ({ ticket, now }: LockBannerProps) => (
  <>
    <Locked ticket={ticket} />
    <Late ticket={ticket} now={now} />
    <GasDue ticket={ticket} now={now} />
    <Asked ticket={ticket} />
    <Unsigned ticket={ticket} />
  </>
)

function Locked({ ticket }: { ticket: TicketDetail }) {
  const open = isLocking(ticket) ? ticket.locks.filter(({ isMet }) => !isMet) : []
  if (open.length === 0) return null
  const needs = [...new Set(open.map((lock) => lock.needs))]
  const place = placeToMend(ticket)
  return (
    <div className={`alert err ${css.banner}`} role="status">
      <OctagonX className="i" aria-hidden />
      <div className={css.says}>
        <b>{[...new Set(open.map(({ what }) => what))].join('、')}，暂不能办理</b>
        <ul className={css.needs}>
          {needs.map((need, at) => (
            <li key={need}>
              {NUMBERS[at] ?? ''} {need}
            </li>
          ))}
        </ul>
      </div>
      {ticket.orders[0] && (
        <a className="btn" href={paths.orders.href({ order: ticket.orders[0].id })}>
          查看工单
        </a>
      )}
      {place && <Button onClick={() => jumpTo(place)}>去处理</Button>}
    </div>
  )
}

/** Where the first thing that is missing can be done. */
function placeToMend({ kind, state, lines, ticked, hanging, people }: TicketDetail): string | null {
  if (kind === 'operation') return ticked < lines ? anchors.steps : null
  if (state === 'toPermit') return ticked < lines ? anchors.measures : null
  if (hanging > 0) return anchors.earths
  return people.some(({ part, isInside }) => isInside && part !== 'leader') ? anchors.crew : null
}

function Late({ ticket, now }: LockBannerProps) {
  const { isLate, validUntil } = ticket
  if (!isLate || !validUntil) return null
  return (
    <div className={`alert undo ${css.banner}`} role="status">
      <Clock className="i" aria-hidden />
      <span className={css.says}>
        <b>已超过有效期 {durationOf(validUntil, now)}</b>
        <br />
        有效期至 {formatTime(validUntil)}。请停止工作并终结，没有完成的另外办票。
      </span>
    </div>
  )
}

function GasDue({ ticket, now }: LockBannerProps) {
  const { readingDue } = ticket
  if (!readingDue || readingDue >= now) return null
  return (
    <div className={`alert undo ${css.banner}`} role="status">
      <Flame className="i" aria-hidden />
      <span className={css.says}>
        <b>气体测定已到时间</b>
        <br />
        应在 {formatTime(readingDue)} 前再次测定；测定合格前停止动火。
      </span>
      <Button onClick={() => jumpTo(anchors.gas)}>去登记</Button>
    </div>
  )
}

/** A change waits for the user. */
function Asked({ ticket: { changes } }: { ticket: TicketDetail }) {
  const asked = changes.find(({ isTodo }) => isTodo)
  if (!asked) return null
  return (
    <div className={`alert undo ${css.banner}`} role="status">
      <MessageCircleQuestionMark className="i" aria-hidden />
      <span className={css.says}>
        <b>{asked.title}等您答复</b>
        <br />
        {asked.says}
      </span>
      <Button onClick={() => jumpTo(anchors.changes)}>去答复</Button>
    </div>
  )
}

/** The user belongs to the crew and has not signed the briefing. */
function Unsigned({ ticket }: { ticket: TicketDetail }) {
  const userId = useSession(({ user }) => user?.id)
  const own = ticket.people.find(
    ({ part, personId, isRemoved }) => part !== 'leader' && personId === userId && !isRemoved,
  )
  if (!own || own.briefedTime !== null || !isBriefing(ticket)) return null
  return (
    <div className={`alert undo ${css.banner}`} role="status">
      <Signature className="i" aria-hidden />
      <b className={css.says}>您还没有交底签名，签名后才能进场</b>
      <Button onClick={() => jumpTo(anchors.crew)}>去签名</Button>
    </div>
  )
}
