import { useEffect, useRef, type ReactNode } from 'react'

let shownBefore = false

/** Whoever comes from the other panel begins at its title; the first one of a visit leaves the focus alone. */
export function PanelTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shownBefore) title.current?.focus()
    return () => {
      shownBefore = true
    }
  }, [])
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
