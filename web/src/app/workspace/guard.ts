import { findPage, type FoundPage, type Routes } from './menu.ts'

export type Destination =
  | { kind: 'page'; page: FoundPage }
  | { kind: 'redirect'; to: string }
  | { kind: 'denied' }
  | { kind: 'unknown' }

/**
 * Where the product has places: a path there that the menu does not hold is one that this user may not see
 * (spec 1 §2.1, §2.3). Which pages exist below them is not told.
 */
const SECTIONS = [
  '/alarm',
  '/asset',
  '/budget',
  '/dashboard',
  '/editMail',
  '/hse',
  '/isolarerp',
  '/operation',
  '/orderHall',
  '/payroll',
  '/performance',
  '/personal',
  '/preview',
  '/product',
  '/screen',
  '/serviceConfiguration',
  '/solarCare',
  '/station',
  '/system',
  '/systemConfiguration',
  '/taskCenter',
  '/workPortal',
]

const NOT_FOUND = '/404'

/** The guard of a signed-in user (spec 1 §2.3). */
export function destinationOf(routes: Routes & { home: string }, pathname: string): Destination {
  const page = findPage(routes, pathname)
  if (page) return { kind: 'page', page }
  if (pathname === '/' || pathname === '/user' || pathname === '/user/login') {
    return { kind: 'redirect', to: routes.home }
  }
  const target = routes.redirects.get(pathname)
  if (target !== undefined) return { kind: 'redirect', to: target }
  if (pathname === NOT_FOUND) return { kind: 'unknown' }
  if (SECTIONS.some((section) => pathname === section || pathname.startsWith(`${section}/`))) {
    return { kind: 'denied' }
  }
  return { kind: 'redirect', to: NOT_FOUND }
}
