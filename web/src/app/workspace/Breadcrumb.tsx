import { own } from '@heliodesk/contract/own.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { ChevronRight } from 'lucide-react'
import { Fragment, memo } from 'react'
import { matchPath } from 'react-router'
import { useCurrentLocation } from '../../lib/location.ts'
import { breadcrumbOf, type FoundPage } from './menu.ts'

/** Every crumb but the last is a link; its `id=1` marks that the page was opened from a breadcrumb (spec 1 §2.5). */
export const Breadcrumb = memo(function Breadcrumb({ page }: { page: FoundPage }) {
  const path = useCurrentLocation(({ pathname }) => pathname)
  const crumbs = breadcrumbOf(page.trail)
  const last = crumbs.pop()
  if (!last) return null
  const params = matchPath(page.pattern, path)?.params ?? {}
  return (
    <nav className="crumb" aria-label="面包屑">
      {crumbs.map((entry) => (
        <Fragment key={entry.id}>
          <a href={`#${linkOf(entry, params)}`}>{entry.meta.title}</a>
          <ChevronRight className="i s" aria-hidden />
        </Fragment>
      ))}
      <span aria-current="page">{last.meta.title}</span>
    </nav>
  )
})

/** The ancestors of a page with parameters take the same parameters. */
function linkOf({ path }: MenuEntry, params: Record<string, string | undefined>): string {
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => own(params, name) ?? whole)
  return `${filled}${filled.includes('?') ? '&' : '?'}id=1`
}
