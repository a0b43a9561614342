import { Input } from 'antd'
import { ArrowDown, ArrowUp, Check, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../kit/Button.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { moved } from '../../kit/moved.ts'
import css from './task-types.module.css'

type Named = { name: string }

type TemplateRowsProps<R extends Named, F extends keyof R & string> = {
  title: string
  noun: string
  facts: string
  rows: readonly R[]
  /** The switches of a row. */
  flags: Readonly<Record<F, string>>
  fresh: R
  most: number
  onChange: (rows: R[]) => void
}

/** Named rows in an order, each with a few switches: dragged, or moved with Alt and the arrow keys. */
export function TemplateRows<R extends Named, F extends keyof R & string>(props: TemplateRowsProps<R, F>) {
  const { title, noun, facts, rows, flags, fresh, most, onChange } = props
  const [dragged, setDragged] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const focus = (at: number) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelector('input')?.focus())
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return
    onChange(moved(rows, from, to))
    focus(to)
  }
  const add = (at: number) => {
    onChange([...rows].toSpliced(at, 0, fresh))
    focus(at)
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by !== 0) {
      event.preventDefault()
      if (event.altKey) move(at, at + by)
      else focus(at + by)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && rows.length < most) add(at + 1)
  }
  const full = rows.length >= most ? `最多 ${most} 个` : null
  return (
    <section className={`sec ${css.rows}`} aria-label={title}>
      <h2>
        {title}
        <small>{facts}</small>
        <span className="mla">
          <Button size="sm" icon={Plus} refusal={full} onClick={() => add(rows.length)}>
            加{noun}
          </Button>
        </span>
      </h2>
      {rows.length === 0 && <p className={`t3 s13 ${css.none}`}>没有{noun}</p>}
      <ol ref={list}>
        {rows.map((row, at) => (
          <li
            // Rows have no names of their own while they are typed.
            key={at}
            className="touch"
            data-over={dragged !== null && dragged !== at ? '' : undefined}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, at)
              setDragged(null)
            }}
          >
            <span
              className={css.grip}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(at)
              }}
              onDragEnd={() => setDragged(null)}
            >
              <GripVertical className="i s t3" aria-hidden />
              <span className="t3">{at + 1}</span>
            </span>
            <Input
              className={css.name}
              aria-label={`第 ${at + 1} 个${noun}`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Enter"
              title="Alt + ↑ ↓ 调整顺序，回车在下面加一个"
              maxLength={100}
              value={row.name}
              onChange={(event) => onChange(rows.with(at, { ...row, name: event.target.value }))}
              onKeyDown={(event) => onKey(event, at)}
            />
            {(Object.entries(flags) as [F, string][]).map(([flag, text]) => (
              <button
                key={flag}
                type="button"
                className={css.flag}
                aria-pressed={row[flag] === true}
                onClick={() => onChange(rows.with(at, { ...row, [flag]: row[flag] !== true }))}
              >
                {row[flag] === true && <Check className="i s" aria-hidden />}
                {text}
              </button>
            ))}
            <ButtonGroup
              limit={0}
              actions={[
                {
                  key: 'up',
                  title: '上移',
                  icon: ArrowUp,
                  refusal: at === 0 ? '已在最前' : null,
                  run: () => move(at, at - 1),
                },
                {
                  key: 'down',
                  title: '下移',
                  icon: ArrowDown,
                  refusal: at === rows.length - 1 ? '已在最后' : null,
                  run: () => move(at, at + 1),
                },
                {
                  key: 'remove',
                  title: `删除${noun}`,
                  icon: Trash2,
                  run: () => onChange(rows.filter((_row, place) => place !== at)),
                },
              ]}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
