import { ChevronDown, X } from 'lucide-react'
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { IconButton } from '../../kit/Button.tsx'
import type { FieldControl } from '../../kit/Field.tsx'
import './org-field.css'

/** Spec 2 §9: the length at which the name of a chosen node is cut. */
const TAG_LENGTH = 32

export const cutName = (text: string) => (text.length > TAG_LENGTH ? `${text.slice(0, TAG_LENGTH)}...` : text)

/** Whether the tree of a field is open, and the field that it is anchored to. */
export function useTreeField(disabled: boolean) {
  const anchor = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  return {
    anchor,
    open,
    show: () => {
      if (!disabled) setOpen(true)
    },
    close: () => {
      setOpen(false)
      anchor.current?.querySelector<HTMLElement>('.open')?.focus({ preventScroll: true })
    },
  }
}

export type TreeFieldControl = Partial<FieldControl> & {
  disabled?: boolean
  /** Called when the focus leaves both the field and its tree. */
  onBlur?: () => void
}

type TreeFieldProps = TreeFieldControl & {
  at: ReturnType<typeof useTreeField>
  /** The accessible name where no label is elsewhere. */
  name: string
  /** Shown inside the field, before the value. */
  label?: string
  filled: boolean
  /** The text of the button. */
  text: ReactNode
  /** Shown beside the button. */
  tags?: ReactNode
  onClear: () => void
}

/** The field of every tree: its value, the button that opens the tree, and the clear button. */
export function TreeField(props: TreeFieldProps) {
  const { at, name, label, filled, text, tags, onClear, onBlur, disabled = false, ...control } = props
  const classes = [
    'fld',
    'org-field',
    at.open && 'opened',
    disabled && 'off',
    control.status === 'error' && 'bad',
  ]
  return (
    <div ref={at.anchor} className={classes.filter(Boolean).join(' ')} onClick={unlessButton(at.show)}>
      <button
        type="button"
        className="open"
        id={control.id}
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={at.open}
        aria-label={control.id ? undefined : name}
        aria-required={control['aria-required']}
        aria-invalid={control['aria-invalid']}
        aria-describedby={control['aria-describedby']}
        aria-disabled={disabled || undefined}
        onBlur={() => {
          if (!at.open) onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          at.show()
        }}
      >
        {label !== undefined && <span className="t3 nw">{label}&nbsp;</span>}
        {text}
      </button>
      {tags}
      {filled && !disabled && (
        <IconButton
          icon={X}
          label={`清空${name}`}
          small
          className={tags ? undefined : 'mla'}
          onClick={onClear}
        />
      )}
      <ChevronDown className={filled ? 'i s' : 'i s mla'} aria-hidden />
    </div>
  )
}

/** A press anywhere on the field opens it, except on the small buttons in it. */
const unlessButton = (show: () => void) => (event: MouseEvent) => {
  if (!(event.target instanceof Element && event.target.closest('.ib'))) show()
}
