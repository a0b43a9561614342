import type { ReactNode } from 'react'

type Frame = {
  label: string
  required?: boolean
  hint?: ReactNode
  className?: string
  error: string | null
}

/** What every field of a form takes: how it looks, and all of `form.field(name)`. */
export type BoundField<Read, Written = Read> = Frame & {
  placeholder?: string
  value: Read | null | undefined
  onChange: (value: Written) => void
  onBlur: () => void
}

/** What is the `Field`'s, and what is left for the control in it. */
export const apart = <F extends Frame>({ label, required, hint, className, error, ...control }: F) =>
  [{ label, required, hint, className, error }, control] as const
