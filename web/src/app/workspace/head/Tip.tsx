import type { ReactNode } from 'react'
import css from './head-icons.module.css'

/** A tip below a header icon; closes by itself. */
export function Tip({ children }: { children: ReactNode }) {
  return (
    <span className={css.headTip} role="status">
      {children}
    </span>
  )
}
