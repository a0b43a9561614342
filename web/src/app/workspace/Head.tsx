import { memo } from 'react'
import { SideScroll } from '../../kit/SideScroll.tsx'
import { firstPath, type FrameParts } from './menu.ts'
import { MenuLink } from './MenuLink.tsx'
import { ThemeButton } from '../ThemeButton.tsx'
import { Brand } from './head/Brand.tsx'
import { HeadIcons } from './head/HeadIcons.tsx'
import { SearchBox } from './search/SearchBox.tsx'
import { UserMenu } from './UserMenu.tsx'

export const Head = memo(function Head({ routes, modules, module }: FrameParts) {
  return (
    <header className="head">
      <Brand routes={routes} />
      <nav className="mods-place" aria-label="模块">
        <SideScroll className="mods" chosen={module.id}>
          {modules.map((entry) => (
            <MenuLink
              key={entry.id}
              entry={entry}
              path={firstPath(entry) ?? entry.path}
              className={entry.id === module.id ? 'on' : undefined}
              current={entry.id === module.id}
            >
              {entry.meta.title}
            </MenuLink>
          ))}
        </SideScroll>
      </nav>
      <SearchBox routes={routes} />
      <HeadIcons routes={routes} />
      <ThemeButton />
      <UserMenu routes={routes} />
    </header>
  )
})
