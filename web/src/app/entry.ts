import { visitorPaths, VISITORS } from '@heliodesk/contract/visitor-paths.ts'
const LOGIN = visitorPaths.login.path
const ALTERATION = visitorPaths.alteration.path

/** Pages that are reachable without a token (spec 1 §2.1). */
const OPEN_PAGES = [LOGIN, ALTERATION]

const isAt = (path: string, page: string) => path === page || path.startsWith(`${page}?`)

/** The page for a forgotten password (product.md "Decisions on open points"). */
export const isAlteration = (hash: string): boolean => isAt(pathOf(hash), ALTERATION)

/** The path for a user without a token: the login, with the wanted page as `redirect` (spec 1 §2.3). */
export function signInPath(hash: string): string {
  const path = pathOf(hash)
  if (OPEN_PAGES.some((page) => isAt(path, page))) return path
  if (path === '' || path === '/' || isAt(path, VISITORS)) return LOGIN
  return visitorPaths.login.to({ redirect: path })
}

/** The path where the workspace opens: the current path, or the `redirect` of the login. */
export function landingPath(hash: string): string {
  const path = pathOf(hash)
  if (path === '') return '/'
  if (!isOutside(path)) return path
  const redirect = new URLSearchParams(split(path).query).get('redirect')
  return redirect !== null && /^\/(?!\/)/.test(redirect) && !isOutside(redirect) ? redirect : '/'
}

const isOutside = (path: string) => [VISITORS, ...OPEN_PAGES].some((page) => isAt(path, page))

/** Switches between the sign-in pages and keeps the `redirect`. */
export function otherSignInPage(page: 'login' | 'alteration', hash: string): string {
  const redirect = landingPath(hash)
  return visitorPaths[page].href(redirect === '/' ? {} : { redirect })
}

const pathOf = (hash: string) => hash.replace(/^#/, '')

function split(path: string): { pathname: string; query: string } {
  const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(path)!
  return { pathname, query }
}

/** A session opened by another system, or the result of a provider's redirect (spec 1 §2.3, §2.6). */
export type Ticket =
  | { kind: 'session'; token: string; tenantId: string | null; deviceId: string | null }
  | { kind: 'third'; token: string; type: string }

export type Arrival = {
  ticket: Ticket | null
  /** `clear=1`: sign out the current user. */
  clear: boolean
  theme: 'light' | 'dark' | null
  /** Why the redirect through a provider failed, in the server's words. */
  fault: string | null
}

const HAND_OVER = ['token', 'tenant_id', 'deviceId', 'thirdToken', 'thirdType', 'clear', 'navTheme', 'fault']

/**
 * Reads what an address passes in its query, before or inside the hash: ticket, sign-out, theme, fault. `rest` is the
 * address without these parameters: a token must not stay visible, in the history or in copied links. Null without any.
 * A page's own `tenant_id` or `deviceId` without a token is not one of them.
 */
export function readArrival(address: string): { arrival: Arrival; rest: string } | null {
  const url = new URL(address)
  const { pathname, query } = split(pathOf(url.hash))
  const queries = [url.searchParams, new URLSearchParams(query)] as const
  const given = (name: string) => queries.map((each) => each.get(name)).find(Boolean) ?? null
  const arrival = arrivalOf(given, pathname === LOGIN)
  if (arrival === null) return null
  for (const each of queries) for (const name of HAND_OVER) each.delete(name)
  const [before, inside] = queries.map((each) => (each.size === 0 ? '' : `?${each.toString()}`))
  const hash = `${pathname}${inside}`
  return { arrival, rest: `${url.pathname}${before}${hash && `#${hash}`}` }
}

function arrivalOf(given: (name: string) => string | null, atLogin: boolean): Arrival | null {
  const navTheme = given('navTheme')
  const arrival: Arrival = {
    ticket: ticketOf(given),
    clear: given('clear') === '1',
    theme: navTheme === 'light' || navTheme === 'dark' ? navTheme : null,
    fault: atLogin ? given('fault') : null,
  }
  return arrival.ticket || arrival.clear || arrival.theme || arrival.fault ? arrival : null
}

function ticketOf(given: (name: string) => string | null): Ticket | null {
  const token = given('token')
  if (token !== null)
    return { kind: 'session', token, tenantId: given('tenant_id'), deviceId: given('deviceId') }
  const [thirdToken, type] = [given('thirdToken'), given('thirdType')]
  return thirdToken !== null && type !== null ? { kind: 'third', token: thirdToken, type } : null
}
