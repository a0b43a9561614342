import './frame.css'
import { useEffect, useMemo, useState } from 'react'
import { usePhone } from '../../kit/use-phone.ts'
import { notify } from '../../lib/notices.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { BottomBar } from './BottomBar.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { DemoWarning } from './DemoWarning.tsx'
import { destinationOf } from './guard.ts'
import { Head } from './Head.tsx'
import { goInstead, useCurrentLocation } from '../../lib/location.ts'
import { findPage, modulesOf, type FoundPage, type Routes } from './menu.ts'
import { NotFound, NotPermitted } from './NoPage.tsx'
import { permittedTabs, useTabs } from './open-tabs.ts'
import { PageHost } from './PageHost.tsx'
import { PhoneHead } from './PhoneHead.tsx'
import { Side } from './Side.tsx'
import { TabBar } from './TabBar.tsx'
import { visit, type Tabs } from './tabs.ts'

export type ReadyRoutes = Routes & { home: string }

/** Head, side menu, tabs and the sheet with the pages. */
export function Frame({ routes }: { routes: ReadyRoutes }) {
  const location = useCurrentLocation()
  const phone = usePhone()
  const [narrow, setNarrow] = useState(() => readStored<boolean>('side-narrow') ?? false)
  const destination = useMemo(() => destinationOf(routes, location.pathname), [routes, location.pathname])
  const page = destination.kind === 'page' ? destination.page : null
  const tabs = useShownTabs(routes, page)
  const modules = useMemo(() => modulesOf(routes), [routes])
  const module = modules.find(({ id }) => id === page?.trail[0]?.id) ?? modules[0]!

  useEffect(() => {
    if (destination.kind === 'redirect') goInstead(destination.to)
    if (destination.kind === 'denied') {
      notify({ kind: 'warning', title: '系统提示', text: '您当前暂无权限，请联系管理员！', seconds: 5 })
    }
  }, [destination])
  useEffect(() => {
    const title = page?.title ?? (destination.kind === 'unknown' ? '页面不存在' : null)
    document.title = title === null ? '光伏运维管理平台' : `${title} · 光伏运维管理平台`
  }, [page, destination.kind])

  const fold = () => {
    writeStored('side-narrow', !narrow)
    setNarrow(!narrow)
  }
  const current = page ? location.pathname : null
  const sheet = (
    <main className="sheet" id="sheet" tabIndex={-1}>
      {page && <Breadcrumb trail={page.trail} />}
      <PageHost routes={routes} tabs={tabs} current={current} />
      {destination.kind === 'unknown' && <NotFound />}
      {destination.kind === 'denied' && <NotPermitted />}
    </main>
  )
  const frame = { routes, modules, module, page }
  return phone ? (
    <div className="frame phone">
      <DemoWarning />
      <PhoneHead {...frame} />
      {sheet}
      <BottomBar routes={routes} path={location.pathname} />
    </div>
  ) : (
    <div className={narrow ? 'frame narrow' : 'frame'}>
      <button type="button" className="btn skip" onClick={() => document.getElementById('sheet')?.focus()}>
        跳到页面内容
      </button>
      <DemoWarning />
      <Head {...frame} />
      <Side {...frame} narrow={narrow} onFold={fold} />
      <div className="main">
        <TabBar tabs={tabs} current={current} home={routes.home} />
        {sheet}
      </div>
    </div>
  )
}

/** The open tabs with the page of the address among them; what is new is stored after it is drawn. */
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
