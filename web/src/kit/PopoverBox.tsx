import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { keepInside, stopsIn } from './keep-inside.ts'

type PopoverBoxProps = {
  label: string
  className?: string
  onClose: () => void
  /** The element that opened the popover; it gets the focus back. */
  opener: () => HTMLElement | null
  children: ReactNode
}

/** The content of an Ant Design Popover. It takes the focus and traps Tab; Esc returns the focus to the opener. */
export function PopoverBox({ label, className, onClose, opener, children }: PopoverBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => stopsIn(box.current!)[0]?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      onClose()
      opener()?.focus({ preventScroll: true })
    } else if (event.key !== 'Tab' || !keepInside(box.current!, event)) return
    event.preventDefault()
    // Esc closes only the popover, not the drawer around it.
    event.stopPropagation()
  }
  return (
    <div ref={box} role="dialog" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  )
}
