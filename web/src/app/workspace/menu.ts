import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { matchPath } from 'react-router'
import { fixedPages } from './fixed-pages.ts'
import { flagsOf, hasPage, isFlag, SOLAR_CARE, type Flags } from './flags.ts'

/** A page that the user may open. */
type PageRoute = {
  /** May hold parameters, as `/station/archive/:id`. */
  pattern: string
  entry: MenuEntry
  /** From the module down to the entry itself. */
  trail: MenuEntry[]
}

/** What the router knows after the permission load (spec 1 §2.2). */
export type Routes = {
  menu: MenuEntry[]
  pages: PageRoute[]
  /** Paths of the entries that are named routes, by their names: all but those whose route flag is '0'. */
  named: ReadonlyMap<string, string>
  /** Entries without a page of their own, and where they lead. */
  redirects: ReadonlyMap<string, string>
  /** Entries that a page answers by the whole address: those with a route flag '0' or a query in their path. */
  byAddress: ReadonlyMap<string, MenuEntry[]>
  flags: Flags
  /** The page that `/` opens; null when nothing is permitted. */
  home: string | null
}

const DASHBOARD = '/dashboard/analysis'

/** What lies below an entry, in the order of the menu. */
export const childrenOf = ({ children = [] }: Pick<MenuEntry, 'children'>): MenuEntry[] => children

const isLayout = ({ component, meta }: MenuEntry) =>
  meta.url === null && (component === '' || component.startsWith('layouts/'))

export function assembleRoutes(menu: MenuEntry[], granted: ReadonlySet<string>): Routes {
  const allowed = allowedOf(menu, granted)
  const pages: PageRoute[] = []
  const named = new Map([['dashboard', '/']])
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

/** Where an entry's path leads: one that always shows to itself, a layout without a redirect to its first page. */
function targetOf(entry: MenuEntry): string {
  const redirect = entry.alwaysShow ? null : entry.redirect
  return redirect ?? (isPage(entry) ? entry.path : firstPath(entry)) ?? entry.path
}

const isPage = (entry: MenuEntry) => (isFlag(entry) ? hasPage(entry) : !isLayout(entry) && !isLink(entry))

/** An entry whose permission list names nothing that the user holds falls away, with all below it. */
function allowedOf(menu: MenuEntry[], granted: ReadonlySet<string>): MenuEntry[] {
  return menu
    .filter(
      ({ meta }) => meta.permissionList.length === 0 || meta.permissionList.some((code) => granted.has(code)),
    )
    .map((entry) => withChildren(entry, allowedOf(childrenOf(entry), granted)))
}

const withChildren = (entry: MenuEntry, children: MenuEntry[]): MenuEntry => ({ ...entry, children })

/** The dashboard where it is permitted, else the first entry of the menu that is not a layout, drawn ones first. */
function homeOf(menu: MenuEntry[], pages: PageRoute[]): string | null {
  if (pages.some(({ pattern }) => pattern === DASHBOARD)) return DASHBOARD
  const places = menu.filter((entry) => !isFlag(entry))
  for (const entry of places) {
    const path = firstPath(entry)
    if (path !== null) return path
  }
  const hidden = pages.find(({ entry, trail }) => places.includes(trail[0]!) && isStart(entry))
  return hidden?.entry.path ?? null
}

/** Can be opened as it stands, and shows something of our own. */
const isStart = (entry: MenuEntry) => isPage(entry) && entry.meta.url === null && !entry.path.includes(':')

/** The first page that is drawn in the menu at or under an entry. */
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
 * The page that answers a path. An entry of the whole address lends its title and its place in the menu to the page
 * that it reuses.
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

/** Where an entry of the menu leads: a named route by its name, any other by its path. */
export const addressOf = ({ named }: Routes, { route, name, path }: MenuEntry): string =>
  (route === '0' ? null : named.get(name)) ?? path

/** The modules of the head: what the menu draws at its top. */
export const modulesOf = (routes: Routes): MenuEntry[] =>
  routes.menu.filter((entry) => !entry.hidden && !isFlag(entry) && linksOf(entry).length > 0)

/** What a side menu draws at its root: an entry itself, or one that opens over its links. */
export type SideItem = { entry: MenuEntry; links: MenuEntry[] | null }

/** The side menu of a module, in the order of the menu. */
export const sideItemsOf = (module: MenuEntry): SideItem[] =>
  isLeaf(module) ? [{ entry: module, links: null }] : itemsOf(childrenOf(module))

/** The whole menu, where there is no head for the modules. */
export const itemsOf = (entries: MenuEntry[]): SideItem[] =>
  entries.flatMap((entry) => {
    const links = linksOf(entry)
    if (links.length === 0) return []
    return [{ entry, links: isLeaf(entry) ? null : links }]
  })

/** An entry that always shows is drawn as one link, whatever lies below it. */
const isLeaf = (entry: MenuEntry) =>
  (entry.alwaysShow && !isLayout(entry)) || childrenOf(entry).every((child) => child.hidden)

function linksOf(entry: MenuEntry): MenuEntry[] {
  if (entry.hidden) return []
  if (isLeaf(entry)) return isLayout(entry) && !isLink(entry) ? [] : [entry]
  return childrenOf(entry).flatMap(linksOf)
}

/** A plain link: to another system in a window of its own, or wherever the menu's target says (spec 1 §2.4). */
export const isLink = ({ meta }: MenuEntry): boolean =>
  meta.target !== null || (meta.internalOrExternal && meta.url !== null)

/** Another system that is shown inside a tab of ours. */
export const isFramed = ({ path, meta }: MenuEntry): boolean => path === SOLAR_CARE || meta.url !== null

/** Shown inside an entry that always shows: its title, then the way down to the page (spec 1 §2.5). */
export function breadcrumbOf(trail: MenuEntry[]): MenuEntry[] {
  const from = trail.findIndex((entry) => entry.alwaysShow)
  return from === -1 || from === trail.length - 1 ? [] : trail.slice(from)
}
