import { placeOfPart } from '@heliodesk/contract/field-tickets.ts'
import type { TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { Check, Ear, Lock, WifiOff, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { heardWords, unsafeStep } from '../../../domain/field/ticket-turn.ts'
import { Button } from '../../../kit/Button.tsx'
import { useSession } from '../../../lib/session.ts'
import { stepParts, takenOf, turnOf, type StepPart } from './operation.ts'
import { whenOf } from './ticket.ts'
import type { TicketWork } from './use-ticket-work.ts'
import css from './operation.module.css'

type CurrentStepProps = { work: TicketWork; line: TicketLine }

/** The step that is open: 唱票, 复诵, 操作, 检查打√, each for the one whose turn it is. */
export function CurrentStep({ work, line }: CurrentStepProps) {
  const { ticket, turn, isBlind, unseen } = work
  const isTurn = isBlind && turn?.no === line.no
  const open = isTurn
    ? stepParts.find(({ part }) => part === turn.part)
    : stepParts.find((part) => takenOf(line, part) === null)
  const press = usePress(work, line, open)
  if (!open || !press) return null
  const hidden = new Set([...unseen, ...(isTurn ? turn.heard.map(placeOfPart) : [])])
  const isHidden = ({ part }: StepPart) => isBlind && hidden.has(placeOfPart({ no: line.no, part }))
  return (
    <div className={css.current} aria-current="step">
      <h3>
        {line.no}. {line.text}
      </h3>
      <ol className={css.parts}>
        {stepParts.map((each) => {
          const taken = takenOf(line, each)
          return (
            <li key={each.part} className={taken ? css.taken : each === open ? css.open : undefined}>
              <span className={css.ring} aria-hidden>
                {taken ? <Check /> : isHidden(each) && <WifiOff />}
              </span>
              {each.title}
              <small>
                {taken ? `${taken.name} ${whenOf(taken.at)}` : turnOf(each, ticket).name}
                {isHidden(each) && ' 看不到'}
              </small>
            </li>
          )
        })}
      </ol>
      {/* The same button for every part: a double press does not take the next one as well. */}
      <Button
        kind={press.icon ? undefined : 'pri'}
        icon={press.icon}
        size="lg"
        className={css.press}
        busy={work.busy}
        refusal={press.refusal}
        onClick={press.run}
      >
        {press.says}
      </Button>
      {press.hints.map(({ icon: Icon, text }) => (
        <p key={text} className={css.waits}>
          <Icon className="i s" aria-hidden />
          {text}
        </p>
      ))}
    </div>
  )
}

type Press = {
  says: string
  icon?: LucideIcon
  refusal: string | null
  run: () => void
  hints: { icon: LucideIcon; text: string }[]
}

/** What the button of a step does now, and what is said under it. */
function usePress(work: TicketWork, line: TicketLine, open: StepPart | undefined): Press | null {
  const { ticket, turn, isBlind, isOnline, take } = work
  const userId = useSession(({ user }) => user?.id)
  const [heardAt, setHeardAt] = useState(-1)
  if (!open) return null
  const run = () => take(line.no, open.part)
  if (!isBlind || turn?.no !== line.no) {
    const { id, name } = turnOf(open, ticket)
    if (id !== null && id === userId) return { says: open.says, refusal: null, run, hints: [] }
    const waits = `等${name}${open.title}`
    const hint = { icon: Lock, text: `${open.title}须由${name}本人按下` }
    return { says: waits, refusal: waits, run, hints: [hint] }
  }
  const place = placeOfPart(turn)
  const [first] = turn.heard
  const blind = isOnline ? '对方手机没有送达，看不到对方所做' : '未联网，看不到对方手机'
  if (first && heardAt !== place) {
    const { name } = turnOf(
      stepParts.find(({ part }) => part === first.part)!,
      ticket,
    )
    const hint = { icon: WifiOff, text: `${blind}；当面确认后再做${open.title}` }
    const confirm = () => setHeardAt(place)
    return { says: heardWords(turn.heard, name), icon: Ear, refusal: null, run: confirm, hints: [hint] }
  }
  const refusal = open.part === 'operate' ? unsafeStep(ticket, line) : null
  const hints = [{ icon: WifiOff, text: blind }, ...(refusal ? [{ icon: Lock, text: refusal }] : [])]
  return { says: open.says, refusal, run, hints }
}
