import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Still } from '../../kit/still.fixture.tsx'
import { closeNotices, useNotices } from '../../lib/notices.ts'
import { useQuestion, useTabs } from './open-tabs.ts'
import { TabBar } from './TabBar.tsx'
import { NO_TABS, visit, type Tab } from './tabs.ts'

const home: Tab = { path: '/home', search: '', title: '首页' }
const tab = (path: string, title: string): Tab => ({ path, search: '', title })
const orders = tab('/taskCenter', '任务中心')
const care = tab('/solarCare', '智能巡检系统')
const downloads = tab('/personal/downBigExcel', '我的下载')

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  closeNotices()
  useQuestion.setState({ question: null })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Bar() {
  const tabs = useTabs()
  return <TabBar tabs={tabs} current={tabs.visited[0]!} home="/home" />
}

function show(...visits: Tab[]) {
  useTabs.setState(
    visits.reduce((tabs, each) => visit(tabs, each, home), NO_TABS),
    true,
  )
  render(
    <Still>
      <Bar />
    </Still>,
  )
}

const titles = () => screen.getAllByRole('link').map((each) => each.textContent)
const link = (name: string) => screen.getByRole('link', { name })
const shown = () => useNotices.getState().notices.map(({ text }) => text)

test('the first menu page offers no way to be closed, and by keyboard says why', () => {
  show(home, orders)
  expect(screen.queryByRole('button', { name: '关闭首页' })).toBeNull()
  fireEvent.keyDown(link('首页'), { key: 'Delete' })
  expect(shown()).toEqual(['首页不能关闭!'])
  fireEvent.keyDown(link('任务中心'), { key: 'Delete' })
  expect(titles()).toEqual(['首页'])
})

test('the menu of a tab rebuilds its page; /solarCare has none', () => {
  show(orders, care)
  fireEvent.contextMenu(link('任务中心'))
  expect(screen.getAllByRole('menuitem').map((each) => each.textContent)).toEqual([
    '刷新',
    '关闭左侧',
    '关闭右侧',
    '关闭其他',
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: '刷新' }))
  expect(useTabs.getState().rounds).toEqual({ '/taskCenter': 1 })
  fireEvent.contextMenu(link('智能巡检系统'))
  expect(screen.queryByRole('menu')).toBeNull()
})

test.each([
  ['关闭左侧', ['首页', '智能巡检系统', '我的下载']],
  ['关闭右侧', ['首页', '任务中心', '智能巡检系统']],
  ['关闭其他', ['首页', '智能巡检系统']],
])('%s in the menu of the third tab', async (item, left) => {
  show(orders, { ...care, path: '/other' }, downloads)
  fireEvent.contextMenu(link('智能巡检系统'))
  fireEvent.click(screen.getByRole('menuitem', { name: item }))
  if (!left.includes('我的下载')) fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(titles()).toEqual(left))
})

test('double-clicking the bar rebuilds the current page, but not on /solarCare', () => {
  show(orders)
  fireEvent.doubleClick(screen.getByRole('navigation'))
  expect(useTabs.getState().rounds).toEqual({ '/taskCenter': 1 })
  act(() => useTabs.setState(visit(useTabs.getState(), care, home), true))
  fireEvent.doubleClick(screen.getByRole('navigation'))
  expect(useTabs.getState().rounds).toEqual({ '/taskCenter': 1 })
})

test('closing my downloads asks; cancelling keeps the tab, confirming closes it', async () => {
  const user = userEvent.setup()
  show(orders, downloads)
  const question = { name: '文件仍在准备中，关闭后将不会自动下载，是否关闭？' }
  await user.click(screen.getByRole('button', { name: '关闭我的下载' }))
  await screen.findByRole('dialog', question)
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(titles()).toEqual(['首页', '任务中心', '我的下载'])
  await user.click(screen.getByRole('button', { name: '关闭我的下载' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  expect(titles()).toEqual(['首页', '任务中心'])
})

test('arrows, Home and End move along the tabs', () => {
  show(orders, care)
  link('任务中心').focus()
  const focused = () => document.activeElement?.textContent
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
  press('ArrowRight')
  expect(focused()).toBe('智能巡检系统')
  press('ArrowRight')
  expect(focused()).toBe('首页')
  press('ArrowLeft')
  expect(focused()).toBe('智能巡检系统')
  press('Home')
  expect(focused()).toBe('首页')
  press('End')
  expect(focused()).toBe('智能巡检系统')
})
