import { Bell as BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { lazily } from '../../../kit/lazily.tsx'
import { Count } from './Count.tsx'
import { useUnread } from './use-unread.ts'

const MessagesPop = lazily(async () => (await import('./MessagesPop.tsx')).MessagesPop)

/** The messages' bell with the number of unread ones; opens the newest. */
export function Bell() {
  const { isNotReadNum } = useUnread()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="ib"
        aria-label={isNotReadNum > 0 ? `消息，${isNotReadNum} 条未读` : '消息'}
        title="消息"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void MessagesPop.prefetch()}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon className="i" aria-hidden />
        <Count count={isNotReadNum} />
      </button>
      {isOpen && <MessagesPop opener={button} onClose={() => setOpen(false)} />}
    </>
  )
}
