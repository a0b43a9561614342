import { orderCommentCalls } from '@heliodesk/contract/order-comments.ts'
import { Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { AtSign } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../../kit/Button.tsx'
import { nothingFound } from '../../../kit/searching.tsx'
import { ASKING_DEBOUNCE_MS, useSettled } from '../../../kit/use-settled.ts'
import { useCall } from '../../../lib/queries.ts'
import type { CommentDraft } from './comment.ts'
import { namesOf, withMention, wordBefore, type MentionWord } from './mention-word.ts'
import css from './comments.module.css'

type MentionFieldProps = {
  orderId: string
  label: string
  draft: CommentDraft
  onChange: (draft: CommentDraft) => void
  onSend: () => void
  over: boolean
  autoFocus: boolean
}

/** A long text in which `@` offers the people who see the order; Ctrl+Enter sends. */
export function MentionField({
  orderId,
  label,
  draft,
  onChange,
  onSend,
  over,
  autoFocus,
}: MentionFieldProps) {
  const field = useRef<TextAreaRef>(null)
  const listId = useId()
  const [typed, setTyped] = useState<MentionWord | null>(null)
  const { offered, nothing } = useOffered(orderId, typed?.word ?? null)
  const [at, setAt] = useState(0)
  const current = Math.min(at, offered.length - 1)
  // Where the caret goes once the text that was put together is in the field.
  const [caret, setCaret] = useState<{ at: number } | null>(null)
  useLayoutEffect(() => {
    const area = areaOf(field.current)
    if (!caret || !area) return
    area.focus()
    area.setSelectionRange(caret.at, caret.at)
  }, [caret])

  const look = (text: string, position: number) => {
    const word = wordBefore(text, position)
    if (word?.word !== typed?.word) setAt(0)
    setTyped(word)
  }
  const choose = (index: number) => {
    const person = offered[index]
    if (!person || !typed) return
    const next = withMention(draft, typed, { id: person.id, name: person.name })
    setCaret({ at: next.caret })
    setTyped(null)
    onChange(next.draft)
  }
  const begin = () => {
    const position = areaOf(field.current)?.selectionStart ?? draft.text.length
    const text = `${draft.text.slice(0, position)}@${draft.text.slice(position)}`
    setCaret({ at: position + 1 })
    onChange({ ...draft, text })
    look(text, position + 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (!typed) return
    else if (event.key === 'Escape') setTyped(null)
    else if (offered.length === 0) return
    else if (event.key === 'ArrowDown') setAt((current + 1) % offered.length)
    else if (event.key === 'ArrowUp') setAt((current + offered.length - 1) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current)
    else return
    event.preventDefault()
    // Esc closes only the list, not the drawer around it.
    event.stopPropagation()
  }
  return (
    <div className={css.field}>
      <Input.TextArea
        ref={field}
        aria-label={label}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={typed ? listId : undefined}
        aria-activedescendant={typed && offered.length > 0 ? `${listId}-${current}` : undefined}
        placeholder="说明情况；输入 @ 提到能查看本工单的人"
        autoFocus={autoFocus}
        autoSize={{ minRows: 2, maxRows: 8 }}
        status={over ? 'error' : ''}
        value={draft.text}
        onChange={({ target }) => {
          onChange({ ...draft, text: target.value })
          look(target.value, target.selectionStart)
        }}
        onSelect={({ currentTarget }) => look(currentTarget.value, currentTarget.selectionStart)}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon={AtSign} label="提到" small className={css.at} onClick={begin} />
      {typed && (
        <ul
          className={css.offered}
          id={listId}
          role="listbox"
          aria-label="可提到的人"
          // It may scroll. Tab chooses while it is open, so the focus never comes here.
          tabIndex={0}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {offered.map(({ id, name, note }, index) => (
            <li
              key={id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              ref={index === current ? intoView : undefined}
              onClick={() => choose(index)}
            >
              {name}
              <span className="t3 s12 ell">{note}</span>
            </li>
          ))}
          {offered.length === 0 && (
            <li role="option" aria-selected={false} aria-disabled className="t3">
              {nothing}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

const areaOf = (field: TextAreaRef | null) => field?.resizableTextArea?.textArea

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** The people that the server finds for a word; none without one. */
function useOffered(orderId: string, word: string | null) {
  const keyword = useSettled(word ?? '', ASKING_DEBOUNCE_MS)
  const read = useCall(orderCommentCalls.people, { orderId, keyword }, { enabled: word !== null })
  return {
    offered: word === null ? [] : namesOf(read.data ?? []),
    nothing: nothingFound('人员', { isBusy: read.isFetching, error: read.error }),
  }
}
