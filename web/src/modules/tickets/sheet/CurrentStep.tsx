import type { TicketDetail, TicketLine } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { Check, Lock } from 'lucide-react'
import { Button } from '../../../kit/Button.tsx'
import { useCommand } from '../../../lib/queries.ts'
import { useSession } from '../../../lib/session.ts'
import { stepParts, takenOf, turnOf } from './operation.ts'
import { whenOf } from './ticket.ts'
import css from './operation.module.css'

type CurrentStepProps = { ticket: TicketDetail; line: TicketLine }

/** The step that is open: 唱票, 复诵, 操作, 检查打√, each for the one whose turn it is. */
export function CurrentStep({ ticket, line }: CurrentStepProps) {
  const userId = useSession(({ user }) => user?.id)
  const tick = useCommand(ticketCalls.tick)
  const open = stepParts.find((part) => takenOf(line, part) === null)
  if (!open) return null
  const turn = turnOf(open, ticket)
  const isMine = turn.id !== null && turn.id === userId
  const waits = `等${turn.name}${open.title}`
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
                {taken && <Check />}
              </span>
              {each.title}
              <small>{taken ? `${taken.name} ${whenOf(taken.at)}` : turnOf(each, ticket).name}</small>
            </li>
          )
        })}
      </ol>
      {/* The same button for every part: a double press does not take the next one as well. */}
      <Button
        kind="pri"
        size="lg"
        className={css.press}
        busy={tick.isPending}
        refusal={isMine ? null : waits}
        onClick={() => tick.mutate({ id: ticket.id, no: line.no, part: open.part })}
      >
        {isMine ? open.says : waits}
      </Button>
      {!isMine && (
        <p className={css.waits}>
          <Lock className="i s" aria-hidden />
          {open.title}须由{turn.name}本人按下
        </p>
      )}
    </div>
  )
}
