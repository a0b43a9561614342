import { useState, type ReactNode } from 'react'
import { Button } from '../src/kit/Button.tsx'

type HoldProps<T> = { start: T; children: (value: T, onChange: (value: T) => void) => ReactNode }

/** Holds the value of a controlled widget. */
export function Hold<T>({ start, children }: HoldProps<T>) {
  const [value, setValue] = useState(start)
  return children(value, setValue)
}

type OpenedProps = { text?: string; children: (open: boolean, onClose: () => void) => ReactNode }

/** A button that opens an overlay: a dialog or a drawer. */
export function Opened({ text = '打开', children }: OpenedProps) {
  const [open, setOpen] = useState(false)
  return (
    <span data-opens="">
      <Button onClick={() => setOpen(true)}>{text}</Button>
      {children(open, () => setOpen(false))}
    </span>
  )
}
