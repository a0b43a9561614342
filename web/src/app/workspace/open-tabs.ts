import { create } from 'zustand'
import { notify } from '../../lib/notices.ts'
import { go } from '../../lib/location.ts'
import { forgetUnsaved, hasUnsaved, useUnsavedEntries } from '../../lib/unsaved.ts'
import { findPage, type Routes } from './menu.ts'
import { close, closeBeside, NO_TABS, refresh, type Closing, type Side, type Tab, type Tabs } from './tabs.ts'

const STORED = 'heliodesk__tabs'

/** The open tabs of this browser window; they survive a reload, and sign-out clears them. */
export const useTabs = create<Tabs>(() => {
  const stored = sessionStorage.getItem(STORED)
  if (stored === null) return NO_TABS
  const tabs: Pick<Tabs, 'open' | 'visited'> = JSON.parse(stored)
  return { ...NO_TABS, ...tabs }
})

useTabs.subscribe(({ open, visited }) => sessionStorage.setItem(STORED, JSON.stringify({ open, visited })))

/** Without the tabs whose pages the user may not see any more. */
export function permittedTabs(tabs: Tabs, routes: Routes): Tabs {
  const open = tabs.open.filter(({ path }) => findPage(routes, path) !== null)
  return open.length === tabs.open.length ? tabs : { ...tabs, open }
}

export const closeTab = (path: string, home: string): void => settle(close(useTabs.getState(), path, home))

export const closeTabsBeside = (path: string, side: Side, home: string): void =>
  settle(closeBeside(useTabs.getState(), path, side, home))

export function refreshTab(path: string): void {
  const tab = useTabs.getState().open.find((each) => each.path === path)
  unlessUnsaved(tab ? [tab] : [], '刷新', () => {
    forgetUnsaved((gone) => gone === path)
    useTabs.setState(refresh(useTabs.getState(), path), true)
  })
}

export const hrefOf = ({ path, search }: Tab): string => `#${path}${search}`

function settle(closing: Closing): void {
  if ('refusal' in closing) {
    notify({ kind: 'warning', title: '系统提示', text: closing.refusal })
    return
  }
  const stay = new Set(closing.tabs.open)
  const closed = useTabs.getState().open.filter((tab) => !stay.has(tab))
  unlessUnsaved(closed, '关闭', () => {
    useTabs.setState(closing.tabs, true)
    if (closing.next) go(closing.next.path + closing.next.search)
  })
}

type Question = { titles: readonly string[]; verb: '关闭' | '刷新'; confirm: () => void }

/** What waits for an answer, because it would throw away something unsaved. */
export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

function unlessUnsaved(tabs: readonly Tab[], verb: Question['verb'], run: () => void): void {
  const unsaved = tabs.filter(({ path }) => hasUnsaved(useUnsavedEntries.getState(), path))
  if (unsaved.length === 0) return run()
  const confirm = () => {
    useQuestion.setState({ question: null })
    run()
  }
  useQuestion.setState({ question: { titles: unsaved.map(({ title }) => title), verb, confirm } })
}
