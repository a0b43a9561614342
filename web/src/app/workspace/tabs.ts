import { own } from '@heliodesk/contract/own.ts'

/** An open page: one per path, with the query it was last shown with. */
export type Tab = { path: string; search: string; title: string }

export type Tabs = {
  open: readonly Tab[]
  /** Paths by their last visit, the current one first. */
  visited: readonly string[]
  /** How often a tab was refreshed: another number remounts its page. */
  rounds: Readonly<Record<string, number>>
}

export const NO_TABS: Tabs = { open: [], visited: [], rounds: {} }

/** At most this many pages stay mounted (spec 1 §9). */
const ALIVE = 5

/** Opens a page or moves to it; the first menu page is always the first tab. */
export function visit(tabs: Tabs, tab: Tab, home: Tab): Tabs {
  const withHome = tabs.open.some(({ path }) => path === home.path) ? tabs.open : [home, ...tabs.open]
  const known = withHome.find(({ path }) => path === tab.path)
  const unchanged = known?.search === tab.search && known.title === tab.title
  if (unchanged && withHome === tabs.open && tabs.visited[0] === tab.path) return tabs
  const open = known
    ? withHome.map((each) => (each.path === tab.path && !unchanged ? tab : each))
    : [...withHome, tab]
  return { ...tabs, open, visited: [tab.path, ...tabs.visited.filter((path) => path !== tab.path)] }
}

export type Closing = { tabs: Tabs; next: Tab | null } | { refusal: string }

/** Closes one tab. `next` is the page to show if it was the current one: the tab in its place, or the last. */
export function close(tabs: Tabs, path: string, home: string): Closing {
  if (path === home) return { refusal: '首页不能关闭!' }
  if (tabs.open.length === 1) return { refusal: '这是最后一页，不能再关闭了啦' }
  const at = tabs.open.findIndex((tab) => tab.path === path)
  const left = keep(tabs, (tab) => tab.path !== path)
  const wasCurrent = tabs.visited[0] === path
  return { tabs: left, next: wasCurrent ? (left.open[at] ?? left.open.at(-1)!) : null }
}

export type Side = 'left' | 'right' | 'others'

/** Closes the tabs on one side of a tab, or all others; the first menu page stays. */
export function closeBeside(tabs: Tabs, path: string, side: Side, home: string): Closing {
  const at = tabs.open.findIndex((tab) => tab.path === path)
  const left = keep(
    tabs,
    (tab, i) => tab.path === home || i === at || (side === 'left' && i > at) || (side === 'right' && i < at),
  )
  const current = tabs.visited[0]
  const stays = left.open.some((tab) => tab.path === current)
  return { tabs: left, next: stays ? null : tabs.open[at]! }
}

/** Remounts a page. */
export function refresh(tabs: Tabs, path: string): Tabs {
  return { ...tabs, rounds: { ...tabs.rounds, [path]: (own(tabs.rounds, path) ?? 0) + 1 } }
}

/**
 * The tabs whose pages stay mounted: the current one and the latest ones, but pages with unsaved values before all
 * others.
 */
export function aliveTabs(
  tabs: Tabs,
  current: string | null,
  isKept: (path: string) => boolean,
  isUnsaved: (path: string) => boolean,
): Tab[] {
  const rank = (path: string) => (path === current ? 0 : isUnsaved(path) ? 1 : 2)
  const latest = tabs.visited.filter(isKept).toSorted((one, other) => rank(one) - rank(other))
  const kept = new Set(latest.slice(0, ALIVE))
  return tabs.open.filter(({ path }) => path === current || kept.has(path))
}

function keep(tabs: Tabs, isKept: (tab: Tab, index: number) => boolean): Tabs {
  const open = tabs.open.filter(isKept)
  const paths = new Set(open.map((tab) => tab.path))
  return {
    open,
    visited: tabs.visited.filter((path) => paths.has(path)),
    rounds: Object.fromEntries(Object.entries(tabs.rounds).filter(([path]) => paths.has(path))),
  }
}

/** The tabs that do not fit: the oldest, but never pinned ones. */
export function foldedTabs(
  open: readonly Pick<Tab, 'path'>[],
  widthOf: (path: string) => number,
  room: number,
  pinned: readonly (string | null)[],
): ReadonlySet<string> {
  let needed = open.reduce((sum, { path }) => sum + widthOf(path), 0)
  const folded = new Set<string>()
  for (const { path } of open) {
    if (needed <= room) break
    if (pinned.includes(path)) continue
    folded.add(path)
    needed -= widthOf(path)
  }
  return folded
}
