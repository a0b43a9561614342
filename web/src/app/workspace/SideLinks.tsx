import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { useState } from 'react'
import { addressOf, type FoundPage, type Routes, type SideItem } from './menu.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'
import { Submenu } from './Submenu.tsx'

type SideLinksProps = {
  label: string
  items: SideItem[]
  routes: Routes
  page: FoundPage | null
  narrow?: boolean
  onOpen?: () => void
}

/** Links and submenus, of which one is open at a time; it is remembered while the menu is collapsed (spec 1 §2.4). */
export function SideLinks({ label, items, routes, page, narrow = false, onOpen }: SideLinksProps) {
  const [open, setOpen] = useOpenSubmenu(items, page)
  const isCurrent = ({ id }: MenuEntry) => page?.trail.some((entry) => entry.id === id) ?? false
  const link = (entry: MenuEntry, hint = false) => (
    <MenuLink
      key={entry.id}
      entry={entry}
      path={addressOf(routes, entry)}
      current={isCurrent(entry)}
      className={isCurrent(entry) ? 'on' : undefined}
      title={hint ? entry.meta.title : undefined}
      onOpen={onOpen}
    >
      <MenuIcon name={entry.meta.icon} />
      <span className="ell">{entry.meta.title}</span>
    </MenuLink>
  )
  return (
    <nav className="links" aria-label={label}>
      {items.map(({ entry, links }) =>
        links === null ? (
          link(entry, narrow)
        ) : (
          <Submenu
            key={entry.id}
            entry={entry}
            narrow={narrow}
            open={open === entry.id}
            current={links.some(isCurrent)}
            onToggle={() => setOpen(open === entry.id ? null : entry.id)}
          >
            {links.map((each) => link(each))}
          </Submenu>
        ),
      )}
    </nav>
  )
}

/** The submenu of the current page opens by itself. */
function useOpenSubmenu(items: SideItem[], page: FoundPage | null) {
  const holder = items.find(
    ({ entry, links }) => links !== null && page?.trail.some(({ id }) => id === entry.id),
  )
  const [state, setState] = useState({ open: holder?.entry.id ?? null, page })
  if (state.page !== page) setState({ open: holder?.entry.id ?? state.open, page })
  return [state.open, (open: string | null) => setState({ open, page })] as const
}
