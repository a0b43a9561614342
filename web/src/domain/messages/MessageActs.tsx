import { approvalCalls } from '@heliodesk/contract/approvals.ts'
import { messageCalls, type Message } from '@heliodesk/contract/messages.ts'
import { BellRing, Check, UserRoundCheck } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand, useRefresh } from '../../lib/queries.ts'
import css from './message-acts.module.css'

type MessageActsProps = {
  message: Message
  /** Opens the message, where the reason for a refusal is given. */
  onRefuse: () => void
  /** Opens the choice of who gets the order. */
  onAssign: () => void
  /** The user goes to the page of what it asks for. */
  onOpen: () => void
}

/** What became of what a message asks for, in words: who did it, if it was not the reader. */
export const doneWords = ({ done }: Message): string | null =>
  done && (done.isOwn ? done.outcome : `已由${done.name}办理：${done.outcome}`)

/** The word on the link to the page; what can be done here is not called so a second time. */
export const openWordOf = ({ act, openWord }: Message): string => (act === 'assign' ? '打开' : openWord)

/** 催办 of a late order: its people get a message. */
export function useUrging({ id, about }: Message): { busy: boolean; urge: () => void } {
  const refresh = useRefresh(messageCalls.list)
  const urging = useCommand(messageCalls.urge, {
    onSuccess: () => {
      notify({ kind: 'success', title: '已催办', text: about.code })
      refresh()
    },
  })
  return { busy: urging.isPending, urge: () => urging.mutate({ id }) }
}

/** What a message asks for: it is decided here, or on its page; or what became of it. */
export function MessageActs({ message, onRefuse, onAssign, onOpen }: MessageActsProps) {
  const { id, title, step, act, link } = message
  const refresh = useRefresh(messageCalls.list)
  const urging = useUrging(message)
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
      {act === 'assign' && (
        <Button size="sm" icon={UserRoundCheck} onClick={onAssign}>
          指派
        </Button>
      )}
      {act === 'urge' && (
        <Button size="sm" icon={BellRing} busy={urging.busy} onClick={urging.urge}>
          催办
        </Button>
      )}
      {link !== null && (
        <a className="btn sm" href={link} onClick={onOpen}>
          {openWordOf(message)}
        </a>
      )}
    </span>
  )
}
