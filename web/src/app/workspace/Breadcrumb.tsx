import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { breadcrumbOf } from './menu.ts'

/** Every crumb but the last is a link, and says by `id=1` that it was reached so (spec 1 §2.5). */
export function Breadcrumb({ trail }: { trail: MenuEntry[] }) {
  const crumbs = breadcrumbOf(trail)
  if (crumbs.length === 0) return null
  const last = crumbs.pop()!
  return (
    <nav className="crumb" aria-label="面包屑">
      {crumbs.map((entry) => (
        <Fragment key={entry.id}>
          <a href={`#${entry.path}?id=1`}>{entry.meta.title}</a>
          <ChevronRight className="i s" aria-hidden />
        </Fragment>
      ))}
      <span aria-current="page">{last.meta.title}</span>
    </nav>
  )
}
