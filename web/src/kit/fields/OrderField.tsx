import { ArrowDown, ArrowUp, GripVertical, RotateCcw } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton } from '../Button.tsx'
import { Field, labelIdOf, type FieldControl } from '../Field.tsx'
import { moved } from '../moved.ts'
import type { Frame } from './bound-field.ts'
import css from './order-field.module.css'

type ListProps<K extends string> = {
  names: Readonly<Record<K, string>>
  /** The order that one can go back to. */
  usual: readonly K[]
  value: readonly K[]
  onChange: (order: K[]) => void
}

/** The buttons of a row. */
const [GRIP, UP, DOWN] = [0, 1, 2]

type OrderFieldProps<K extends string> = Frame & ListProps<K>

/** A form field for the order of known things: dragged, or moved with Alt and the arrow keys. */
export const OrderField = <K extends string>({
  names,
  usual,
  value,
  onChange,
  ...frame
}: OrderFieldProps<K>) => (
  <Field {...frame}>
    {(control) => (
      <OrderList control={control} names={names} usual={usual} value={value} onChange={onChange} />
    )}
  </Field>
)

function OrderList<K extends string>({
  control,
  names,
  usual,
  value,
  onChange,
}: ListProps<K> & { control: FieldControl }) {
  const [dragged, setDragged] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const focus = (at: number, nth = GRIP) =>
    requestAnimationFrame(() => list.current?.children[at]?.querySelectorAll('button')[nth]?.focus())
  /** The focus goes with the row, on the same of its buttons. */
  const move = (from: number, to: number, nth = GRIP) => {
    if (to < 0 || to >= value.length) return
    onChange(moved(value, from, to))
    focus(to, nth)
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    if (event.altKey) move(at, at + by)
    else focus(at + by)
  }
  const isUsual = value.every((key, at) => key === usual[at])
  return (
    <div className={css.order}>
      <ol ref={list} aria-labelledby={labelIdOf(control.id)} aria-describedby={control['aria-describedby']}>
        {value.map((key, at) => (
          <li
            key={key}
            className={css.row}
            draggable
            data-dragged={dragged === at ? '' : undefined}
            data-over={dragged !== null && dragged !== at ? '' : undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(at)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, at)
              setDragged(null)
            }}
          >
            <button
              type="button"
              id={at === 0 ? control.id : undefined}
              className={css.grip}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title="拖动，或按 Alt + ↑ ↓ 调整先后"
              onKeyDown={(event) => onKey(event, at)}
            >
              <GripVertical className="i s t3" aria-hidden />
              <span className="t3" aria-hidden>
                {at + 1}
              </span>
              <span>
                {names[key]}
                <span className="sr">，第 {at + 1} 位</span>
              </span>
            </button>
            <IconButton
              icon={ArrowUp}
              label={`${names[key]}上移`}
              refusal={at === 0 ? '已在最前' : null}
              onClick={() => move(at, at - 1, UP)}
            />
            <IconButton
              icon={ArrowDown}
              label={`${names[key]}下移`}
              refusal={at === value.length - 1 ? '已在最后' : null}
              onClick={() => move(at, at + 1, DOWN)}
            />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon={RotateCcw}
        refusal={isUsual ? '已是默认先后' : null}
        onClick={() => onChange([...usual])}
      >
        恢复默认先后
      </Button>
    </div>
  )
}
