import { own } from '@heliodesk/contract/own.ts'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { PopBox } from './PopBox.tsx'
import css from './pop-menu.module.css'

export type MenuItem = {
  text: string
  icon?: LucideIcon
  current?: boolean
  disabled?: boolean
  /** Why the item cannot be chosen now. It stays visible and focusable, and shows the reason. */
  refusal?: string | null
  danger?: boolean
  /** The number of items waiting behind it; 0 shows no badge. */
  badge?: number
  onSelect: () => void
}

/** Where a menu opens: below this position, or above `flipY` where there is no room below. */
export type Spot = {
  x: number
  y: number
  flipY: number
  end?: boolean
  /** The element that opened the menu; pressing it again closes the menu. */
  opener?: Element
  /** The element that the menu is about; any press on it closes the menu. */
  about?: Element
}

export function spotUnder(element: Element, end = false): Spot {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { x: end ? right : left, y: bottom + 4, flipY: top - 4, end, opener: element }
}

type PopMenuProps = { label: string; spot: Spot; header?: ReactNode; items: MenuItem[]; onClose: () => void }

const MARGIN = 8

/** A small menu with arrow keys, Home, End, Enter and Esc. A press elsewhere closes it. */
export function PopMenu({ label, spot, header, items, onClose }: PopMenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height, style } = box.current!
    const left = spot.end ? spot.x - width : spot.x
    const fits = spot.y + height <= innerHeight - MARGIN
    // In a popover, whose filter makes it so, the place of the menu is not that in the window.
    const now = box.current!.getBoundingClientRect()
    setPlace({
      left:
        Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN)) - (now.left - parseFloat(style.left)),
      top: (fits ? spot.y : Math.max(MARGIN, spot.flipY - height)) - (now.top - parseFloat(style.top)),
    })
  }, [spot])
  useEffect(() => {
    const before = document.activeElement
    entriesOf(box.current!)[0]?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    const onPress = (event: Event) => {
      const pressed = event.target
      if (pressed instanceof Node && !box.current!.contains(pressed) && !spot.opener?.contains(pressed))
        onClose()
    }
    addEventListener('pointerdown', onPress, true)
    addEventListener('resize', onClose)
    return () => {
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('resize', onClose)
    }
  }, [onClose, spot])

  const onKey = ({ key }: KeyboardEvent) => {
    const leaves = key === 'Escape' || key === 'Tab'
    if (leaves) onClose()
    return leaves || moveFocus(box.current!, key)
  }
  return (
    <PopBox
      ref={box}
      beside={spot.opener ?? spot.about}
      className={css.popMenu}
      role="menu"
      aria-label={label}
      style={place ?? { opacity: 0, left: 0, top: 0 }}
      onKey={onKey}
      onContextMenu={(event) => event.preventDefault()}
    >
      {header && (
        <div className={css.about} role="presentation">
          {header}
        </div>
      )}
      {items.map(({ text, icon: Icon, current, disabled, refusal, danger, badge = 0, onSelect }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          aria-current={current || undefined}
          aria-disabled={refusal ? true : undefined}
          className={danger ? css.danger : undefined}
          onClick={() => {
            if (refusal) return
            onClose()
            onSelect()
          }}
        >
          {Icon && <Icon className="i" aria-hidden />}
          <span className="ell">
            {text}
            {refusal && <small>{refusal}</small>}
          </span>
          {badge > 0 && <span className={css.badge}>{badge > 99 ? '99+' : badge}</span>}
        </button>
      ))}
    </PopBox>
  )
}

const entriesOf = (box: HTMLElement) => [
  ...box.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)'),
]

/** Moves the focus for a navigation key; returns whether the key was one. */
function moveFocus(box: HTMLElement, key: string): boolean {
  const entries = entriesOf(box)
  const at = entries.findIndex((entry) => entry === document.activeElement)
  const targets = {
    ArrowDown: (at + 1) % entries.length,
    ArrowUp: (at <= 0 ? entries.length : at) - 1,
    Home: 0,
    End: entries.length - 1,
  }
  const target = own(targets, key)
  if (target === undefined) return false
  entries[target]?.focus()
  return true
}
