import { own } from '@heliodesk/contract/own.ts'
import './frame.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePhone } from '../../kit/use-phone.ts'
import { useHandler } from '../../kit/use-steady.ts'
import { clientConfig } from '../../lib/client-config.ts'
import { useCurrentLocation } from '../../lib/location.ts'
import { useShell } from '../../lib/shell.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { Fetched } from '../Fetched.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { DemoWarning } from './DemoWarning.tsx'
import { Head } from './Head.tsx'
import { personalPage } from './fixed-pages.ts'
import { useHiddenHead } from './hidden-head.ts'
import { findPage, modulesOf, type FoundPage, type ReadyRoutes } from './menu.ts'
import { permittedTabs, useTabs } from './open-tabs.ts'
import { LeavingStrip } from './LeavingStrip.tsx'
import { LineStrip } from './LineStrip.tsx'
import { PageHost, TabPage } from './PageHost.tsx'
import { PhoneHead } from './PhoneHead.tsx'
import { Side } from './Side.tsx'
import { TabBar } from './TabBar.tsx'
import { visit, type Tabs } from './tabs.ts'
import { titleOf, useDestination } from './use-destination.ts'

const loadNotFound = async () => (await import('./NoPage.tsx')).NotFound
const loadNotPermitted = async () => (await import('./NoPage.tsx')).NotPermitted

/** Header, side menu, tabs and the area with the pages. */
export function Frame({ routes }: { routes: ReadyRoutes }) {
  const location = useCurrentLocation()
  const phone = usePhone()
  const multipage = usePreferences((chosen) => chosen.multipage)
  const contentWidth = usePreferences((chosen) => chosen.contentWidth)
  const transition = usePreferences((chosen) => chosen.transition)
  const shell = useShell()
  const [narrow, setNarrow] = useState(() => readStored<boolean>('side-narrow') ?? false)
  const destination = useDestination(routes)
  const page = destination.kind === 'page' ? destination.page : null
  const tabs = useShownTabs(routes, page)
  const modules = useMemo(() => modulesOf(routes), [routes])
  const module = modules.find(({ id }) => id === page?.trail[0]?.id) ?? modules[0] ?? personalPage
  const sheet = useRef<HTMLElement>(null)
  const hidden = useHiddenHead(sheet, shell?.fixedHide ?? false)

  const product = shell?.productName ?? clientConfig().productName
  const title = titleOf(destination)
  useEffect(() => {
    document.title = title === null ? product : `${title} · ${product}`
  }, [title, product])

  const fold = useHandler(() => {
    writeStored('side-narrow', !narrow)
    setNarrow(!narrow)
  })
  const bare = destination.kind === 'bare'
  const tabbed = multipage && !phone && !bare
  const current = page ? location.pathname : null
  const frame = { routes, modules, module, page }
  const states = { phone, narrow: narrow && !phone, bare, tabbed, 'head-hidden': hidden && !bare }
  // One element tree for every width, so that rotating a tablet keeps the pages mounted.
  return (
    <div className={classesOf('frame', states)}>
      {!phone && (
        <button type="button" className="btn skip" onClick={() => sheet.current?.focus()}>
          跳到页面内容
        </button>
      )}
      <div className="top-notes">
        <DemoWarning />
        <LeavingStrip />
      </div>
      {!bare && (phone ? <PhoneHead {...frame} /> : <Head {...frame} />)}
      <LineStrip phone={phone} />
      {!bare && !phone && <Side {...frame} narrow={narrow} onFold={fold} />}
      <div className="main">
        {tabbed && <TabBar tabs={tabs} current={current} home={routes.home} />}
        <main
          className="sheet"
          ref={sheet}
          tabIndex={-1}
          data-transition={transition}
          data-width={bare ? 'fluid' : contentWidth}
        >
          {page && <Breadcrumb page={page} />}
          <PageHost routes={routes} tabs={tabs} current={current} />
          {destination.kind === 'bare' && <TabPage {...location} {...destination.page} />}
          <Fetched load={loadNotFound} props={destination.kind === 'unknown' ? {} : null} />
          <Fetched load={loadNotPermitted} props={destination.kind === 'denied' ? {} : null} />
        </main>
      </div>
      {!bare && phone && <BottomBar routes={routes} path={location.pathname} />}
    </div>
  )
}

const classesOf = (name: string, states: Record<string, boolean>): string =>
  [name, ...Object.keys(states).filter((state) => own(states, state))].join(' ')

/** The open tabs, including the page of the address; a new tab is stored after rendering. */
function useShownTabs(routes: ReadyRoutes, page: FoundPage | null): Tabs {
  const stored = useTabs()
  const { pathname, search } = useCurrentLocation()
  const tabs = useMemo(() => {
    const permitted = permittedTabs(stored, routes)
    if (!page) return permitted
    const title = findPage(routes, routes.home)?.title ?? '首页'
    return visit(
      permitted,
      { path: pathname, search, title: page.title },
      { path: routes.home, search: '', title },
    )
  }, [stored, routes, page, pathname, search])
  useEffect(() => {
    if (tabs !== stored) useTabs.setState(tabs, true)
  }, [tabs, stored])
  return tabs
}
