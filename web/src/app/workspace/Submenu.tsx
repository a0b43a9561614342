import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { ChevronDown } from 'lucide-react'
import {
  useId,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { MenuIcon } from './MenuIcon.tsx'
import css from './side.module.css'

type SubmenuProps = {
  entry: MenuEntry
  /** Only the icon shows, and the links open in a flyout beside it. */
  narrow: boolean
  open: boolean
  /** Contains the current page. */
  current: boolean
  onToggle: () => void
  children: ReactNode
}

export function Submenu({ entry, narrow, open, current, onToggle, children }: SubmenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [flown, setFlown] = useState<CSSProperties | null>(null)
  const flyOut = () => setFlown(placeBeside(button.current!.getBoundingClientRect()))
  const shown = narrow ? flown !== null : open
  const away = () => setFlown(null)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) away()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!narrow || event.key !== 'Escape' || !flown) return
    event.stopPropagation()
    button.current!.focus()
    away()
  }
  const title = entry.meta.title
  return (
    <section
      className="submenu"
      {...(narrow && { onPointerEnter: flyOut, onPointerLeave: away, onBlur, onKeyDown, onClick: away })}
    >
      <button
        ref={button}
        type="button"
        className={current && (narrow || !open) ? css.holds : undefined}
        aria-label={title}
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        onClick={(event) => {
          if (!narrow) return onToggle()
          event.stopPropagation()
          // Hovering has already opened it, a key press has not.
          if (flown && event.detail === 0) away()
          else flyOut()
        }}
      >
        <MenuIcon name={entry.meta.icon} />
        <span className="ell">{title}</span>
        <ChevronDown className={`i s ${css.turn}`} aria-hidden />
      </button>
      {shown && (
        <div
          id={id}
          className={narrow ? css.fly : css.sublinks}
          role="group"
          aria-label={title}
          style={flown ?? undefined}
        >
          {narrow && <b>{title}</b>}
          {children}
        </div>
      )}
    </section>
  )
}

/** Beside its icon, anchored to the nearer end of the window. */
const placeBeside = ({ right, top, bottom }: DOMRect): CSSProperties =>
  top < innerHeight / 2 ? { left: right, top } : { left: right, bottom: innerHeight - bottom }
