import type { ReactNode } from 'react'

/** A word under an icon of the header; goes by itself. */
export function Tip({ children }: { children: ReactNode }) {
  return (
    <span className="head-tip" role="status">
      {children}
    </span>
  )
}
