import { paths } from '@heliodesk/contract/paths.ts'
import { create } from 'zustand'
import { notify } from '../../lib/notices.ts'
import { go } from '../../lib/location.ts'
import { forgetUnsaved, hasUnsaved, useUnsavedEntries } from '../../lib/unsaved.ts'
import { keepWords, readWords } from '../../lib/words.ts'
import { findPage, type Routes } from './menu.ts'
import { close, closeBeside, NO_TABS, refresh, type Closing, type Side, type Tab, type Tabs } from './tabs.ts'

const STORED = 'heliodesk__tabs'
const SEARCHES = 'searches'

/** The open tabs of this browser window; they survive a reload, and sign-out clears them. */
export const useTabs = create<Tabs>(() => {
  const stored = sessionStorage.getItem(STORED)
  if (stored === null) return NO_TABS
  const tabs: Pick<Tabs, 'open' | 'visited'> = JSON.parse(stored)
  return { ...NO_TABS, ...tabs }
})

useTabs.subscribe(({ open, visited }, before) => {
  const pages = open.map((tab) => ({ ...tab, search: '' }))
  sessionStorage.setItem(STORED, JSON.stringify({ open: pages, visited }))
  // What people searched for tells of business: it is sealed.
  if (open !== before.open)
    void keepWords(
      SEARCHES,
      open.map(({ path, search }) => [path, search]),
      'window',
    )
})

/** After `openWords`: what the open tabs searched for before the reload. */
export function restoreSearches(): void {
  const kept = new Map(readWords<[string, string][]>(SEARCHES, 'window'))
  const { open } = useTabs.getState()
  if (kept.size > 0)
    useTabs.setState({
      open: open.map((tab) => ({ ...tab, search: tab.search || (kept.get(tab.path) ?? '') })),
    })
}

/** Removes the tabs whose pages the user may no longer see. */
export function permittedTabs(tabs: Tabs, routes: Routes): Tabs {
  const open = tabs.open.filter(({ path }) => findPage(routes, path) !== null)
  return open.length === tabs.open.length ? tabs : { ...tabs, open }
}

export const closeTab = (path: string, home: string): void => settle(close(useTabs.getState(), path, home))

export const closeTabsBeside = (path: string, side: Side, home: string): void =>
  settle(closeBeside(useTabs.getState(), path, side, home))

export function refreshTab(path: string): void {
  const tab = useTabs.getState().open.find((each) => each.path === path)
  ask(unsavedQuestions(tab ? [tab] : [], '刷新'), () => {
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
  ask([...downloadQuestions(closed), ...unsavedQuestions(closed, '关闭')], () => {
    useTabs.setState(closing.tabs, true)
    if (closing.next) go(closing.next.path + closing.next.search)
  })
}

type Question = { title: string; text?: string; confirm: () => void }

/** A question that is open because its action would discard something. */
export const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

/** Asks one question after the other; the action runs only if all are confirmed. */
function ask([first, ...rest]: Omit<Question, 'confirm'>[], run: () => void): void {
  if (!first) return run()
  const confirm = () => {
    useQuestion.setState({ question: null })
    ask(rest, run)
  }
  useQuestion.setState({ question: { ...first, confirm } })
}

export const DOWNLOADS = paths.downloads.path

const downloadQuestions = (closed: readonly Tab[]) =>
  closed.some(({ path }) => path === DOWNLOADS)
    ? [{ title: '文件仍在准备中，关闭后将不会自动下载，是否关闭？' }]
    : []

function unsavedQuestions(tabs: readonly Tab[], verb: '关闭' | '刷新') {
  const unsaved = tabs.filter(({ path }) => hasUnsaved(useUnsavedEntries.getState(), path))
  if (unsaved.length === 0) return []
  const titles = unsaved.map(({ title }) => title)
  return [{ title: `数据尚未保存，是否确定${verb}?`, text: `未保存：${titles.join('、')}` }]
}
