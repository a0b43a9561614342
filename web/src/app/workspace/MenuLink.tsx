import type { MenuEntry } from '@heliodesk/contract/session.ts'
import type { ReactNode } from 'react'
import { isLink } from './menu.ts'
import { prefetch } from './pages.tsx'

type MenuLinkProps = {
  entry: MenuEntry
  /** The target of the link: for a module its first page. */
  path?: string
  current: boolean
  className?: string
  title?: string
  onOpen?: () => void
  children: ReactNode
}

/** A menu link. Hovering it prefetches its page. */
export function MenuLink({
  entry,
  path = entry.path,
  current,
  className,
  title,
  onOpen,
  children,
}: MenuLinkProps) {
  const { url, target } = entry.meta
  const plain = isLink(entry)
  return (
    <a
      className={className}
      title={title}
      href={plain && url !== null ? url : `#${path}`}
      {...(plain ? { target: target ?? '_blank', rel: 'noreferrer' } : {})}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={() => void prefetch(entry.component)}
      onClick={onOpen}
    >
      {children}
    </a>
  )
}
