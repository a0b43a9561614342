import { useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../src/kit/Button.tsx'
import { Field, type FieldControl } from '../src/kit/Field.tsx'

type HoldProps<T> = { start: T; children: (value: T, onChange: (value: T) => void) => ReactNode }

/** Holds the value of a controlled widget. */
export function Hold<T>({ start, children }: HoldProps<T>) {
  const [value, setValue] = useState(start)
  return children(value, setValue)
}

type HeldFieldProps<T> = Omit<ComponentProps<typeof Field>, 'children'> & {
  start: T
  children: (input: FieldControl & { value: T; onChange: (value: T) => void }) => ReactNode
}

/** A field whose control has its value held. */
export const HeldField = <T,>({ start, children, ...frame }: HeldFieldProps<T>) => (
  <Hold<T> start={start}>
    {(value, onChange) => <Field {...frame}>{(control) => children({ ...control, value, onChange })}</Field>}
  </Hold>
)

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
