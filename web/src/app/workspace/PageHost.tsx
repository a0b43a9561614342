import { own } from '@heliodesk/contract/own.ts'
import type { MenuEntry } from '@heliodesk/contract/session.ts'
import {
  Activity,
  createElement,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react'
import { Route, Router, Routes as RouteTable } from 'react-router'
import { navigator } from '../../lib/location.ts'
import { forgetUnsaved, hasUnsaved, useUnsavedEntries } from '../../lib/unsaved.ts'
import { findPage, isFramed, type Routes } from './menu.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { pageOf, rememberPage } from './pages.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { aliveTabs, type Tabs } from './tabs.ts'
import { lazily } from '../../kit/lazily.tsx'

type PageHostProps = { routes: Routes; tabs: Tabs; current: string | null }

/** The mounted pages; all but the current one are hidden and inactive (spec 1 §2.2). */
export function PageHost({ routes, tabs, current }: PageHostProps) {
  const isKept = (path: string) => findPage(routes, path)?.entry.meta.keepAlive ?? false
  const unsaved = useUnsavedEntries()
  const alive = aliveTabs(tabs, current, isKept, (path) => hasUnsaved(unsaved, path))
  useEffect(() => forgetUnsaved((gone) => !alive.some(({ path }) => path === gone)))
  return alive.map(({ path, search }) => {
    const { pattern, entry } = findPage(routes, path)!
    return (
      <Activity key={`${path} ${own(tabs.rounds, path) ?? 0}`} mode={path === current ? 'visible' : 'hidden'}>
        <TabPage pathname={path} search={search} pattern={pattern} entry={entry} />
      </Activity>
    )
  })
}

const FramedPage = lazily(async () => (await import('./FramedPage.tsx')).FramedPage, PageSkeleton)

const contentOf = (entry: MenuEntry): ReactNode =>
  isFramed(entry) ? <FramedPage entry={entry} /> : createElement(pageOf(entry.component))

type TabPageProps = { pathname: string; search: string; pattern: string; entry: MenuEntry }

/**
 * A page with its own router, fixed at the tab's location whatever the address bar shows: a hidden page keeps its query
 * and parameters, and navigation elsewhere does not render it.
 */
export const TabPage = memo(function TabPage({ pathname, search, pattern, entry }: TabPageProps) {
  const location = useMemo(() => ({ pathname, search }), [pathname, search])
  const box = useRef<HTMLDivElement>(null)
  useKeptScroll(box)
  useEffect(() => {
    // An address with parameters is one of many.
    if (pathname === pattern && !isFramed(entry)) rememberPage(pathname, entry.component)
  }, [pathname, pattern, entry])
  return (
    <div className="page" ref={box}>
      <PageBoundary>
        <Router location={location} navigator={navigator}>
          <RouteTable>
            <Route path={pattern} element={contentOf(entry)} />
          </RouteTable>
        </Router>
      </PageBoundary>
    </div>
  )
})

/** Browsers lose the scroll position of hidden elements; this effect runs again whenever the page is shown. */
function useKeptScroll(box: RefObject<HTMLElement | null>): void {
  const offsets = useRef(new Map<Element, { top: number; left: number }>())
  useLayoutEffect(() => {
    const known = offsets.current
    for (const [element, offset] of known) {
      if (element.isConnected) element.scrollTo({ ...offset, behavior: 'instant' })
      else known.delete(element)
    }
    const remember = ({ target }: Event) => {
      if (target instanceof Element) known.set(target, { top: target.scrollTop, left: target.scrollLeft })
    }
    const element = box.current!
    element.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', remember, { capture: true })
  }, [box])
}
