import { paths } from '@heliodesk/contract/paths.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { matchPath } from 'react-router'
import { fixedPages } from './fixed-pages.ts'
import { flagsOf, hasPage, isFlag, SOLAR_CARE, type Flags } from './flags.ts'

/** A page that the user may open. */
type PageRoute = {
  /** May contain parameters, as in `/a/:id`. */
  pattern: string
  entry: MenuEntry
  /** From the module down to the entry itself. */
  trail: MenuEntry[]
}

/** The routes built from the loaded permissions (spec 1 §2.2). */
export type Routes = {
  menu: MenuEntry[]
  pages: PageRoute[]
  /** Paths of named routes by name: all entries except those with route flag '0'. */
  named: ReadonlyMap<string, string>
  /** Entries without a page, and their targets. */
  redirects: ReadonlyMap<string, string>
  /** Entries that are matched by the complete address: those with route flag '0' or a query in their path. */
  byAddress: ReadonlyMap<string, MenuEntry[]>
  flags: Flags
  /** The page that `/` opens; null when nothing is permitted. */
  home: string | null
}

/** The routes of a user who may open at least one page. */
export type ReadyRoutes = Routes & { home: string }

/** What the header and the side menu show. */
export type FrameParts = {
  routes: ReadyRoutes
  /** The top level of the menu. */
  modules: MenuEntry[]
  /** The module of the current page. */
  module: MenuEntry
  page: FoundPage | null
}

/** The children of an entry, in menu order. */
export const childrenOf = ({ children = [] }: Pick<MenuEntry, 'children'>): MenuEntry[] => children

const isLayout = ({ component, meta }: MenuEntry) =>
  meta.url === null && (component === '' || component.startsWith('layouts/'))

export function assembleRoutes(menu: MenuEntry[], granted: ReadonlySet<string>): Routes {
  const allowed = allowedOf(menu, granted)
  const pages: PageRoute[] = []
  const named = new Map([['dashboard', paths.home.path]])
  const redirects = new Map<string, string>()
  const byAddress = new Map<string, MenuEntry[]>()
  const visit = (entry: MenuEntry, above: MenuEntry[]) => {
    const trail = [...above, entry]
    const [pathname] = entry.path.split('?', 1)
    if (entry.route !== '0') named.set(entry.name, entry.path)
    if (entry.route === '0' || entry.path !== pathname) byAddress.set(entry.path, trail)
    for (const child of childrenOf(entry)) visit(child, trail)
    const target = targetOf(entry)
    if (target !== entry.path) redirects.set(entry.path, target)
    else if (entry.route !== '0' && isPage(entry)) pages.push({ pattern: pathname!, entry, trail })
  }
  for (const entry of allowed) visit(entry, [])
  const home = homeOf(allowed, pages)
  const isKnown = (path: string) => pages.some(({ pattern }) => pattern === path)
  for (const entry of fixedPages) if (!isKnown(entry.path)) visit(entry, [])
  return { menu: allowed, pages, named, redirects, byAddress, flags: flagsOf(allowed), home }
}

/**
 * The target of an entry's path: an entry that always shows leads to itself, a layout without a redirect to its first
 * page.
 */
function targetOf(entry: MenuEntry): string {
  const redirect = entry.alwaysShow ? null : entry.redirect
  return redirect ?? (isPage(entry) ? entry.path : firstPath(entry)) ?? entry.path
}

const isPage = (entry: MenuEntry) => (isFlag(entry) ? hasPage(entry) : !isLayout(entry) && !isLink(entry))

/** An entry whose permission list contains nothing that the user holds is removed, with its descendants. */
function allowedOf(menu: MenuEntry[], granted: ReadonlySet<string>): MenuEntry[] {
  return menu
    .filter(
      ({ meta }) => meta.permissionList.length === 0 || meta.permissionList.some((code) => granted.has(code)),
    )
    .map((entry) => withChildren(entry, allowedOf(childrenOf(entry), granted)))
}

const withChildren = (entry: MenuEntry, children: MenuEntry[]): MenuEntry => ({ ...entry, children })

/** The dashboard if permitted, else the first menu entry that is not a layout, visible ones first. */
function homeOf(menu: MenuEntry[], pages: PageRoute[]): string | null {
  if (pages.some(({ pattern }) => pattern === paths.dashboard.path)) return paths.dashboard.path
  const places = menu.filter((entry) => !isFlag(entry))
  for (const entry of places) {
    const path = firstPath(entry)
    if (path !== null) return path
  }
  const hidden = pages.find(({ entry, trail }) => places.includes(trail[0]!) && isStart(entry))
  return hidden?.entry.path ?? null
}

/** Can be opened without parameters, and is one of our own pages. */
const isStart = (entry: MenuEntry) => isPage(entry) && entry.meta.url === null && !entry.path.includes(':')

/** The first visible page at or below an entry. */
export function firstPath(entry: MenuEntry): string | null {
  if (entry.hidden) return null
  if (isStart(entry)) return entry.path
  for (const child of childrenOf(entry)) {
    const path = firstPath(child)
    if (path !== null) return path
  }
  return null
}

export type FoundPage = PageRoute & { title: string }

/**
 * The page for a path. An entry matched by its complete address gives its title and menu position to the page that it
 * reuses.
 */
export function findPage(routes: Routes, pathname: string, search = ''): FoundPage | null {
  const page =
    routes.pages.find(({ pattern }) => pattern === pathname) ??
    routes.pages.find(({ pattern }) => matchPath(pattern, pathname) !== null)
  if (!page) return null
  const { byAddress } = routes
  const trail = byAddress.get(pathname + search) ?? byAddress.get(pathname) ?? page.trail
  return { ...page, trail, title: trail.at(-1)!.meta.title }
}

/** The address of a menu entry: a named route by its name, any other by its path. */
export const addressOf = ({ named }: Routes, { route, name, path }: MenuEntry): string =>
  (route === '0' ? null : named.get(name)) ?? path

/** The modules in the header: the visible top level of the menu. */
export const modulesOf = (routes: Routes): MenuEntry[] =>
  routes.menu.filter((entry) => !entry.hidden && !isFlag(entry) && linksOf(entry).length > 0)

/** A root item of a side menu: a link, or a submenu with its links. */
export type SideItem = { entry: MenuEntry; links: MenuEntry[] | null }

/** The side menu of a module, in menu order. */
export const sideItemsOf = (module: MenuEntry): SideItem[] =>
  isLeaf(module) ? [{ entry: module, links: null }] : itemsOf(childrenOf(module))

/** The complete menu, for layouts without the header's modules. */
export const itemsOf = (entries: MenuEntry[]): SideItem[] =>
  entries.flatMap((entry) => {
    const links = linksOf(entry)
    if (links.length === 0) return []
    return [{ entry, links: isLeaf(entry) ? null : links }]
  })

/** An entry that always shows is rendered as one link, whatever its children. */
const isLeaf = (entry: MenuEntry) =>
  (entry.alwaysShow && !isLayout(entry)) || childrenOf(entry).every((child) => child.hidden)

function linksOf(entry: MenuEntry): MenuEntry[] {
  if (entry.hidden) return []
  if (isLeaf(entry)) return isLayout(entry) && !isLink(entry) ? [] : [entry]
  return childrenOf(entry).flatMap(linksOf)
}

/** A plain link: to another system in a new window, or to the target set in the menu (spec 1 §2.4). */
export const isLink = ({ meta }: MenuEntry): boolean =>
  meta.target !== null || (meta.internalOrExternal && meta.url !== null)

/** Another system that is shown inside one of our tabs. */
export const isFramed = ({ path, meta }: MenuEntry): boolean => path === SOLAR_CARE || meta.url !== null

/** Inside an entry that always shows: its title, then the path to the page (spec 1 §2.5). */
export function breadcrumbOf(trail: MenuEntry[]): MenuEntry[] {
  const from = trail.findIndex((entry) => entry.alwaysShow)
  return from === -1 || from === trail.length - 1 ? [] : trail.slice(from)
}
