import { useEffect, useRef, type ReactNode } from 'react'

let shownBefore = false

/** Takes the focus when the user comes from the other panel; the first panel of a visit does not. */
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
