import type { ReactNode } from 'react'

export type Frame = {
  label: string
  required?: boolean
  hint?: ReactNode
  className?: string
  /** The label is visible to screen readers only. */
  bare?: boolean
  error?: string | null
}

/**
 * The props of every form field: its frame, and everything from `form.field(name)`; a field outside a form has no error
 * and no `onBlur`. Fields are memoized: typing in one draws the others again only if their other props are new, such as
 * a list made while drawing.
 */
export type BoundField<Read, Written = Read> = Frame & {
  placeholder?: string
  value: Read | null | undefined
  onChange: (value: Written) => void
  onBlur?: () => void
}

/** Separates the props of the `Field` from those of the control in it. */
export const apart = <F extends Frame>({ label, required, hint, className, bare, error, ...control }: F) =>
  [{ label, required, hint, className, bare, error }, control] as const
