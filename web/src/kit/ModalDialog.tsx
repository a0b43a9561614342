import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { keepInside, stopsIn } from './keep-inside.ts'
import './modal-dialog.css'

type ModalDialogProps = {
  label: string
  className?: string
  /** A press outside closes it too. */
  outside?: boolean
  /** It darkens the page itself. */
  clear?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog of the frame, above everything else. Its first control takes the focus, which stays inside and goes back at
 * the end; Esc closes it. It does not use the browser's `showModal`, which makes the page behind inert and so computes
 * the style of each of its elements again, at opening and at closing (ADR 0041).
 */
export function ModalDialog(props: ModalDialogProps) {
  const { label, className, outside = false, clear = false, onClose, children } = props
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => trapFocus(box.current!), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (event.nativeEvent.isComposing) return
      onClose()
    } else if (event.key !== 'Tab' || event.defaultPrevented || !keepInside(box.current!, event)) return
    event.preventDefault()
    // Esc does not close the drawer below as well.
    event.stopPropagation()
  }
  return createPortal(
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={clear ? 'modal-layer clear' : 'modal-layer'}
      onKeyDown={onKeyDown}
      onClick={({ target, currentTarget }) => {
        if (outside && (target === currentTarget || target === box.current)) onClose()
      }}
    >
      <div ref={box} role="dialog" aria-modal aria-label={label} tabIndex={-1} className={className}>
        {children}
      </div>
    </div>,
    document.body,
  )
}

/** Keeps the focus in the box until the returned function gives it back. */
function trapFocus(box: HTMLElement): () => void {
  const before = document.activeElement
  const [first = box] = stopsIn(box)
  const keep = (event: FocusEvent) => {
    // A drawer below keeps the focus as well: its listener on the window must not hear of this one.
    event.stopPropagation()
    if (event.target instanceof Node && !box.contains(event.target)) first.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', keep)
  if (!box.contains(before)) first.focus({ preventScroll: true })
  return () => {
    document.removeEventListener('focusin', keep)
    const left = document.activeElement
    // What opens in the place of the dialog may have taken it.
    if (left !== document.body && !box.contains(left)) return
    if (before instanceof HTMLElement && !box.contains(before)) before.focus({ preventScroll: true })
  }
}
