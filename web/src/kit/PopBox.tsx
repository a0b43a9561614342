import type { HTMLAttributes, KeyboardEvent, Ref } from 'react'
import { createPortal } from 'react-dom'

type PopBoxProps = Omit<HTMLAttributes<HTMLDivElement>, 'onKeyDown'> & {
  ref: Ref<HTMLDivElement>
  /** What it belongs to. A dialog traps the focus, so the box is put into the one around it. */
  beside: Element | undefined
  /** Returns whether the key was one of its own: Esc then closes only the box, not the drawer around it. */
  onKey: (event: KeyboardEvent) => boolean
}

/** A box above the page that belongs to an element of it. */
export const PopBox = ({ beside, onKey, ...box }: PopBoxProps) =>
  createPortal(
    <div
      {...box}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (!onKey(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    />,
    beside?.closest('[role=dialog]') ?? document.body,
  )
