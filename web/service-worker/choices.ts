/** What the worker decides, without the browser around it. */

/** The one page of the product; every address of it is in the hash. */
export const PAGE = '/'
/** The operator's settings, which the server writes for each start. */
export const SETTINGS = '/config.js'

/** How long a start waits for the settings before it takes those of the last start. */
export const SETTINGS_MS = 1000

const BUILD = 'build-'
export const cacheOf = (build: string): string => `${BUILD}${build}`

/**
 * - `page`: from the build, without asking the server
 * - `file`: from the build if it has it, else from the server
 * - `settings`: from the server if it answers in time, else as they were
 * - `outside`: a page of the server's own; the product only if there is no line
 * - `pass`: not the worker's business; calls are never answered here
 */
export type Choice = 'page' | 'file' | 'settings' | 'outside' | 'pass'

type Asked = { method: string; mode: string; url: string }

export function choiceOf({ method, mode, url }: Asked, origin: string): Choice {
  const { origin: at, pathname } = new URL(url)
  if (method !== 'GET' || at !== origin || isServers(pathname)) return 'pass'
  if (mode === 'navigate') return pathname === PAGE || pathname === '/index.html' ? 'page' : 'outside'
  if (pathname === SETTINGS) return 'settings'
  return 'file'
}

/** What only the server answers: calls, files of records, probes. */
const isServers = (pathname: string) => /^\/(?:api|healthz|readyz|sw\.js)(?:\/|$)/.test(pathname)

/**
 * The caches that go when a build takes over. The build before it stays for windows that still run it and load a part of
 * it later; there is never a third.
 */
export function cachesToDrop(names: readonly string[], own: string): string[] {
  const builds = names.filter((name) => name.startsWith(BUILD))
  const before = builds.findLast((name) => name !== own)
  return builds.filter((name) => name !== own && name !== before)
}

/** Whether the page that the server sent belongs to this build: during a deployment it may be of another. */
export const isOfBuild = (page: string, entry: string): boolean => page.includes(entry)
