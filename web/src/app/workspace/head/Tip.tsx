import type { ReactNode } from 'react'

/** A tip below a header icon; closes by itself. */
export function Tip({ children }: { children: ReactNode }) {
  return (
    <span className="head-tip" role="status">
      {children}
    </span>
  )
}
