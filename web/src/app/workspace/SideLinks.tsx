import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { useMemo } from 'react'
import { groupsOf, type FoundPage } from './menu.ts'
import { MenuIcon } from './MenuIcon.tsx'
import { MenuLink } from './MenuLink.tsx'

type SideLinksProps = {
  module: MenuEntry
  page: FoundPage | null
  narrow?: boolean
  onOpen?: () => void
}

export function SideLinks({ module, page, narrow = false, onOpen }: SideLinksProps) {
  const groups = useMemo(() => groupsOf(module), [module])
  return (
    <nav className="links" aria-label={`${module.meta.title}菜单`}>
      {groups.map((group) => (
        <section key={group.links[0]!.id}>
          {group.title !== null && <h6>{narrow ? null : group.title}</h6>}
          {group.links.map((entry) => {
            const current = page?.trail.some(({ id }) => id === entry.id) ?? false
            return (
              <MenuLink
                key={entry.id}
                entry={entry}
                current={current}
                className={current ? 'on' : undefined}
                title={narrow ? entry.meta.title : undefined}
                onOpen={onOpen}
              >
                <MenuIcon name={entry.meta.icon} />
                <span className="ell">{entry.meta.title}</span>
              </MenuLink>
            )
          })}
        </section>
      ))}
    </nav>
  )
}
