import { useState, type MouseEvent, type ReactNode } from 'react'
import { PopMenu, type MenuItem, type Spot } from './PopMenu.tsx'

type Menu = { label: string; items: MenuItem[] }

/**
 * A menu that opens at the cursor, or below the focused element with Shift+F10 and the menu key. A click elsewhere, Esc
 * and a choice close it (spec 2 §2). Pass `open` to `onContextMenu` and render `menu` anywhere. `T` is the target of
 * the menu, so one menu can serve a whole list.
 */
export function useContextMenu<T = null>(
  menuOf: (about: T) => Menu,
): { open: (event: MouseEvent<HTMLElement>, about: T) => void; menu: ReactNode } {
  const [shown, setShown] = useState<{ about: T; spot: Spot } | null>(null)
  return {
    open: (event, about) => {
      event.preventDefault()
      setShown({ about, spot: spotOf(event) })
    },
    menu: shown && <PopMenu {...menuOf(shown.about)} spot={shown.spot} onClose={() => setShown(null)} />,
  }
}

/**
 * The position of the pointer. When the menu is opened by keyboard, a browser may report no position or the page's
 * corner.
 */
function spotOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Spot {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  const y = clientY || bottom
  return { x: clientX || left, y, flipY: y, about: currentTarget }
}
