import type { MenuEntry } from '@heliodesk/contract/session.ts'
import type { ReactNode } from 'react'
import { isExternal } from './menu.ts'
import { prefetch } from './pages.tsx'

type MenuLinkProps = {
  entry: MenuEntry
  /** Where a module leads: its first page. */
  path?: string
  current: boolean
  className?: string
  title?: string
  onOpen?: () => void
  children: ReactNode
}

/** A link of the menu; external ones open a window of their own. Its page is fetched when the pointer comes near. */
export function MenuLink({
  entry,
  path = entry.path,
  current,
  className,
  title,
  onOpen,
  children,
}: MenuLinkProps) {
  const external = isExternal(entry)
  return (
    <a
      className={className}
      title={title}
      href={external ? entry.meta.url! : `#${path}`}
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={() => prefetch(entry.component)}
      onClick={onOpen}
    >
      {children}
    </a>
  )
}
