import { own } from '@heliodesk/contract/own.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { Dot } from 'lucide-react'
import { createElement } from 'react'
import { menuIcons } from './menu-icons.ts'
import css from './menu-entries.module.css'

export const drawnEntries = (menu: readonly MenuEntry[]) => menu.filter(({ hidden }) => !hidden)

/** A menu as the side bar shows it, to look at; `current` is the path of the entry that stands out. */
export function MenuEntries({
  menu,
  current = null,
}: {
  menu: readonly MenuEntry[]
  current?: string | null
}) {
  return (
    <ul className={css.entries}>
      {drawnEntries(menu).map((entry) => {
        const children = drawnEntries(entry.children ?? [])
        const icon = own(menuIcons, entry.meta.icon ?? '') ?? Dot
        return (
          <li key={entry.id}>
            <span
              className={children.length > 0 ? css.group : css.leaf}
              data-current={entry.path === current || undefined}
            >
              {children.length === 0 && createElement(icon, { className: 'i s', 'aria-hidden': true })}
              {entry.meta.title}
            </span>
            {children.length > 0 && <MenuEntries menu={children} current={current} />}
          </li>
        )
      })}
    </ul>
  )
}
