import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { keepInside, stopsIn } from './keep-inside.ts'

type PopoverBoxProps = {
  label: string
  className?: string
  onClose: () => void
  /** What opened it, and gets the focus back. */
  opener: () => HTMLElement | null
  children: ReactNode
}

/** What an Ant Design Popover holds: it takes the focus, Tab stays inside, and Esc leads back to what opened it. */
export function PopoverBox({ label, className, onClose, opener, children }: PopoverBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => stopsIn(box.current!)[0]?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onClose()
      opener()?.focus({ preventScroll: true })
    } else if (event.key !== 'Tab' || !keepInside(box.current!, event)) return
    event.preventDefault()
    // Esc closes this alone, not the drawer that it was opened in.
    event.stopPropagation()
  }
  return (
    <div ref={box} role="dialog" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
