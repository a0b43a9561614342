import type { Message } from '@heliodesk/contract/messages.ts'
import { useEffect, useRef, type MouseEvent, type TouchEvent } from 'react'
import { KindIcon } from '../../domain/messages/message-look.ts'
import { LabelTag } from '../../domain/messages/LabelTag.tsx'
import { MessageActs } from '../../domain/messages/MessageActs.tsx'
import { formatTime } from '../../kit/format.ts'
import { Marked } from '../../kit/Marked.tsx'
import { useListKeys } from '../../kit/use-list-keys.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useWindowEvent } from '../../kit/use-window-event.ts'
import { go } from '../../lib/location.ts'
import css from './tidings.module.css'

type MessageListProps = {
  rows: readonly Message[]
  /** What was searched for. */
  word: string
  chosen: string | null
  hrefOf: (id: string) => string
  onChoose: (id: string) => void
  onRead: (id: string) => void
  onAssign: (message: Message) => void
}

/** The messages, each a link to itself; J and K go through them, E marks one as read, Enter opens what it asks for. */
export function MessageList({ rows, word, chosen, hrefOf, onChoose, onRead, onAssign }: MessageListProps) {
  const list = useRef<HTMLElement>(null)
  const phone = usePhone()
  useEffect(() => {
    if (chosen !== null) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const ids = rows.map(({ id }) => id)
  const rowOf = (id: string | null) => rows.find((row) => row.id === id)
  useListKeys(list, ids, chosen, onChoose, (id) => {
    const link = rowOf(id)?.link
    if (link) go(link.slice(1))
  })
  useWindowEvent('keydown', (event) => {
    const row = rowOf(chosen)
    if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || !row || row.isRead) return
    if (event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]')) return
    onRead(row.id)
  })
  return (
    <nav className={css.rows} aria-label="消息" ref={list}>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={row.isRead ? css.isRead : undefined}>
            <Row
              row={row}
              word={word}
              isChosen={row.id === chosen}
              href={hrefOf(row.id)}
              onChoose={onChoose}
              onRead={onRead}
              onAssign={onAssign}
              swipes={phone}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A finger that goes this far to the side marks a message as read. */
const SWIPE = 72

type RowProps = Pick<MessageListProps, 'onAssign' | 'onChoose' | 'onRead' | 'word'> & {
  row: Message
  isChosen: boolean
  href: string
  swipes: boolean
}

function Row({ row, word, isChosen, href, onChoose, onRead, onAssign, swipes }: RowProps) {
  const { id, kind, label, title, note, time, isRead, isUrgent } = row
  const from = useRef<{ x: number; y: number } | null>(null)
  const choose = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(id)
  }
  const swipe = {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      from.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      if (!from.current || !touch || isRead) return
      const [x, y] = [touch.clientX - from.current.x, touch.clientY - from.current.y]
      if (Math.abs(x) > SWIPE && Math.abs(y) < SWIPE / 2) onRead(id)
    },
  }
  return (
    <div className={css.row} {...(swipes ? swipe : {})}>
      <a href={href} aria-current={isChosen ? 'true' : undefined} onClick={choose}>
        <span className={css.mark}>
          {!isRead && <i className={css.unread} role="img" aria-label="未读" />}
          <KindIcon kind={kind} />
        </span>
        <span className={css.name}>
          <LabelTag label={label} />
          {isUrgent && <span className="tag err">紧急</span>}
          <b className="ell" title={title}>
            <Marked text={title} word={word} />
          </b>
        </span>
        <span className={`t3 s12 ell ${css.note}`}>
          <Marked text={note} word={word} />
        </span>
        <span className={`t3 s12 ${css.time}`}>{formatTime(time)}</span>
      </a>
      <span className={css.side}>
        <MessageActs
          message={row}
          onRefuse={() => onChoose(id)}
          onAssign={() => onAssign(row)}
          onOpen={() => !isRead && onRead(id)}
        />
      </span>
    </div>
  )
}
