import type { MenuEntry } from '@heliodesk/contract/session.ts'
import { matchPath } from 'react-router'

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
  /** Entries without a page of their own, and where they lead. */
  redirects: ReadonlyMap<string, string>
  /** Entries whose route flag is '0': their path is answered by the parameterised page that matches it. */
  unnamed: ReadonlyMap<string, MenuEntry[]>
  /** The page that `/` opens; null when nothing is permitted. */
  home: string | null
}

const DASHBOARD = '/dashboard/analysis'

/** Menu entries that are flags rather than places: full-screen pages, the assistant, sister systems (spec 1 §2.6, §4). */
const FLAGS = new Set([
  '/screen/page',
  '/screen/jd',
  '/AIGC',
  '/houseHold',
  '/iSolarHealth',
  '/smartAnalyze',
  '/solarCare',
  '/integratedPlatform',
])

const isFlag = (entry: MenuEntry) => FLAGS.has(entry.path)
const isLayout = ({ component }: MenuEntry) => component === '' || component.startsWith('layouts/')

export function assembleRoutes(menu: MenuEntry[], granted: ReadonlySet<string>): Routes {
  const allowed = allowedOf(menu, granted)
  const pages: PageRoute[] = []
  const redirects = new Map<string, string>()
  const unnamed = new Map<string, MenuEntry[]>()
  const visit = (entry: MenuEntry, above: MenuEntry[]) => {
    const trail = [...above, entry]
    if (entry.route === '0') unnamed.set(entry.path, trail)
    else if (!isLayout(entry)) pages.push({ pattern: entry.path, entry, trail })
    for (const child of entry.children) visit(child, trail)
    const target = entry.alwaysShow ? null : (entry.redirect ?? firstPath(entry))
    if (isLayout(entry) && target !== null && target !== entry.path) redirects.set(entry.path, target)
  }
  for (const entry of allowed) visit(entry, [])
  return { menu: allowed, pages, redirects, unnamed, home: homeOf(allowed, pages) }
}

/** An entry whose permission list names nothing that the user holds falls away, with all below it. */
function allowedOf(menu: MenuEntry[], granted: ReadonlySet<string>): MenuEntry[] {
  return menu
    .filter(
      ({ meta }) => meta.permissionList.length === 0 || meta.permissionList.some((code) => granted.has(code)),
    )
    .map((entry) => withChildren(entry, allowedOf(entry.children, granted)))
}

const withChildren = (entry: MenuEntry, children: MenuEntry[]): MenuEntry => ({ ...entry, children })

/** The dashboard where it is permitted, else the first entry of the menu that is not a layout. */
function homeOf(menu: MenuEntry[], pages: PageRoute[]): string | null {
  if (pages.some(({ pattern }) => pattern === DASHBOARD)) return DASHBOARD
  for (const entry of menu.filter((each) => !isFlag(each))) {
    const path = firstPath(entry)
    if (path !== null) return path
  }
  return null
}

/** The first page that is drawn in the menu at or under an entry. */
export function firstPath(entry: MenuEntry): string | null {
  if (entry.hidden || entry.meta.internalOrExternal) return null
  if (!isLayout(entry) && !entry.path.includes(':')) return entry.path
  for (const child of entry.children) {
    const path = firstPath(child)
    if (path !== null) return path
  }
  return null
}

export type FoundPage = PageRoute & { title: string }

/** The page that answers a path. An unnamed entry lends its title and its place in the menu to the page it reuses. */
export function findPage(routes: Routes, pathname: string): FoundPage | null {
  const page =
    routes.pages.find(({ pattern }) => pattern === pathname) ??
    routes.pages.find(({ pattern }) => matchPath(pattern, pathname) !== null)
  if (!page) return null
  const trail = routes.unnamed.get(pathname) ?? page.trail
  return { ...page, trail, title: trail.at(-1)!.meta.title }
}

/** The modules of the head: what the menu draws at its top. */
export const modulesOf = (routes: Routes): MenuEntry[] =>
  routes.menu.filter((entry) => !entry.hidden && !isFlag(entry) && linksOf(entry).length > 0)

export type MenuGroup = { title: string | null; links: MenuEntry[] }

/** The side menu of a module: plain entries first come without a heading, containers give theirs. */
export function groupsOf(module: MenuEntry): MenuGroup[] {
  if (isLeaf(module)) return [{ title: null, links: [module] }]
  const groups: MenuGroup[] = []
  for (const entry of module.children.filter((child) => !child.hidden)) {
    const links = linksOf(entry)
    if (links.length === 0) continue
    const last = groups.at(-1)
    if (!isLeaf(entry)) groups.push({ title: entry.meta.title, links })
    else if (last?.title === null) last.links.push(entry)
    else groups.push({ title: null, links: [entry] })
  }
  return groups
}

/** An entry that always shows is drawn as one link, whatever lies below it. */
const isLeaf = (entry: MenuEntry) => entry.alwaysShow || entry.children.every((child) => child.hidden)

function linksOf(entry: MenuEntry): MenuEntry[] {
  if (entry.hidden) return []
  if (isLeaf(entry)) return isLayout(entry) && !isExternal(entry) ? [] : [entry]
  return entry.children.flatMap(linksOf)
}

export const isExternal = ({ meta }: MenuEntry): boolean => meta.internalOrExternal && meta.url !== null

/** Shown inside an entry that always shows: its title, then the way down to the page (spec 1 §2.5). */
export function breadcrumbOf(trail: MenuEntry[]): MenuEntry[] {
  const from = trail.findIndex((entry) => entry.alwaysShow)
  return from === -1 || from === trail.length - 1 ? [] : trail.slice(from)
}
