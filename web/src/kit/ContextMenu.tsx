import { useState, type MouseEvent, type ReactNode } from 'react'
import { PopMenu, type MenuItem, type Spot } from './PopMenu.tsx'

type Menu = { label: string; items: MenuItem[] }

/**
 * A menu that opens at the cursor, or below what has the focus with Shift+F10 and the menu key; any other click, Esc
 * and a choice close it (spec 2 §2). `open` is for `onContextMenu`, `menu` stands anywhere; `T` is what the menu is
 * about, so that one menu serves a whole list.
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

/** Where the pointer is; a browser that opens by keyboard may name no place, or the page's corner. */
function spotOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Spot {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  const y = clientY || bottom
  return { x: clientX || left, y, flipY: y, about: currentTarget }
}
