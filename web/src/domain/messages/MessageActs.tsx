import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { messageCalls, type Message } from '@heliodesk/contract/messages.ts'
import { Check } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useRefresh } from '../../lib/queries.ts'
import css from './message-acts.module.css'

type MessageActsProps = {
  message: Message
  /** Opens the message, where the reason for a refusal is given. */
  onRefuse: () => void
  /** The user goes to the page of what it asks for. */
  onOpen: () => void
}

/** What became of what a message asks for, in words: who did it, if it was not the reader. */
export const doneWords = ({ done }: Message): string | null =>
  done && (done.isOwn ? done.outcome : `已由${done.name}办理：${done.outcome}`)

/** What a message asks for: it is decided here, or on its page; or what became of it. */
export function MessageActs({ message, onRefuse, onOpen }: MessageActsProps) {
  const { id, title, step, link, openWord } = message
  const refresh = useRefresh(messageCalls.list)
  const complete = useSaving(approvalCalls.complete, {
    said: () => ['已同意', title],
    onSaved: refresh,
  })
  const words = doneWords(message)
  if (words !== null) return <span className="t3 s12">{words}</span>
  return (
    <span className={`touch-row ${css.acts}`} data-message={id}>
      {step && (
        <>
          <Button
            size="sm"
            icon={Check}
            busy={complete.busy}
            onClick={() => complete.send({ ...step, outcome: 'approve', opinion: '', files: [] })}
          >
            同意
          </Button>
          <Button size="sm" onClick={onRefuse}>
            不同意
          </Button>
        </>
      )}
      {link !== null && (
        <a className="btn sm" href={link} onClick={onOpen}>
          {openWord}
        </a>
      )}
    </span>
  )
}
