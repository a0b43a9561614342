import { paths, sections } from '@heliodesk/contract/paths.ts'
import { VISITORS } from '@heliodesk/contract/visitor-paths.ts'
import { SCREENS } from './flags.ts'
import { findPage, type FoundPage, type Routes } from './menu.ts'

export type Destination =
  | { kind: 'page'; page: FoundPage }
  /** A page without the frame, in the whole window. */
  | { kind: 'bare'; page: FoundPage }
  | { kind: 'redirect'; to: string }
  | { kind: 'denied' }
  | { kind: 'unknown' }

const NOT_FOUND = paths.notFound.path
const PREVIEW = paths.preview.path
const BARE = new Set([
  ...SCREENS,
  PREVIEW,
  paths.requestPrint.path,
  paths.orderPrint.path,
  paths.ticketPrint.path,
  paths.statisticsPrint.path,
])
/** Paths that a signed-in user is redirected from. */
const OUTSIDE = new Set([paths.home.path, VISITORS, paths.login.path, paths.alteration.path])

/** The route guard for a signed-in user (spec 1 §2.3). */
export function destinationOf(routes: Routes & { home: string }, pathname: string, search = ''): Destination {
  const lacksId = pathname === PREVIEW && !new URLSearchParams(search).get('id')
  if (lacksId || OUTSIDE.has(pathname)) return { kind: 'redirect', to: routes.home }
  const page = findPage(routes, pathname, search)
  if (page) return { kind: BARE.has(pathname) ? 'bare' : 'page', page }
  const target = targetOf(routes, pathname)
  if (target !== null) return { kind: 'redirect', to: target }
  if (pathname === NOT_FOUND) return { kind: 'unknown' }
  if (sections.some((section) => pathname === section || pathname.startsWith(`${section}/`))) {
    return { kind: 'denied' }
  }
  return { kind: 'redirect', to: NOT_FOUND }
}

/** The final target of a menu redirect; a redirect loop has none. */
function targetOf({ redirects }: Routes, pathname: string): string | null {
  const passed = new Set([pathname])
  let target = redirects.get(pathname) ?? null
  for (let next = target; next !== null; next = redirects.get(next) ?? null) {
    if (passed.has(next)) return NOT_FOUND
    passed.add(next)
    target = next
  }
  return target
}
