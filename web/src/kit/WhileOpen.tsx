import { Fragment, type ReactNode } from 'react'
import { useOverlay } from './use-overlay.ts'

type WhileOpenProps<T> = {
  /** What the overlay shows; null closes it. */
  of: T | null
  /** Keeps the overlay's state for the next opening. */
  keeps?: boolean
  children: (value: T, open: boolean) => ReactNode
}

/** A dialog or drawer that is open while `of` is set. */
export function WhileOpen<T>({ of, keeps = false, children }: WhileOpenProps<T>) {
  const { value, open, key } = useOverlay(of)
  return value !== null && <Fragment key={keeps ? 'kept' : key}>{children(value, open)}</Fragment>
}
