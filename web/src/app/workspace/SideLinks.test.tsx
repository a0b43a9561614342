import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { entry, layout } from './menu-fixture.ts'
import { assembleRoutes, findPage, sideItemsOf } from './menu.ts'
import { SideLinks } from './SideLinks.tsx'

const operation = layout('/operation', '生产运营', [
  entry('/workPortal', '工作门户'),
  layout('/operation/tasks', '任务管理', [
    entry('/taskCenter', '任务中心'),
    entry('/operation/secret', '隐藏页', { hidden: true }),
    entry('/operation/view/7', '第七视图', { route: '0' }),
    entry('/operation/view/:id', '视图', { hidden: true }),
  ]),
  layout('/operation/plans', '计划管理', [
    entry('/operation/plan', '巡检计划'),
    entry('/manual', '使用手册', { meta: { url: 'https://docs.example/', target: '_blank' } }),
  ]),
])
const routes = assembleRoutes([operation], new Set())

afterEach(cleanup)

const menu = (path: string, narrow = false) => (
  <SideLinks
    label="生产运营菜单"
    items={sideItemsOf(operation)}
    routes={routes}
    page={findPage(routes, path)}
    narrow={narrow}
  />
)

const open = () => screen.queryAllByRole('button', { expanded: true }).map((each) => each.textContent)
const links = () => screen.getAllByRole('link').map((each) => each.textContent)
const root = (name: string) => screen.getByRole('button', { name })

test('the submenu with the current page is open; hidden entries are not drawn', () => {
  render(menu('/taskCenter'))
  expect(open()).toEqual(['任务管理'])
  expect(links()).toEqual(['工作门户', '任务中心', '第七视图'])
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('任务中心')
})

test('opening one submenu closes the other, and pressing it again closes it too', async () => {
  const user = userEvent.setup()
  render(menu('/taskCenter'))
  await user.click(root('计划管理'))
  expect(open()).toEqual(['计划管理'])
  await user.click(root('计划管理'))
  expect(open()).toEqual([])
})

test('a path with a parameter is matched on the full path', () => {
  const { rerender } = render(menu('/operation/view/7'))
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('第七视图')
  rerender(menu('/operation/view/8'))
  expect(screen.queryByRole('link', { current: 'page' })).toBeNull()
})

test('a target makes a plain link', async () => {
  render(menu('/operation/plan'))
  const manual = screen.getByRole('link', { name: '使用手册' })
  expect([manual.getAttribute('href'), manual.getAttribute('target')]).toEqual([
    'https://docs.example/',
    '_blank',
  ])
  expect(screen.getByRole('link', { name: '巡检计划' }).getAttribute('target')).toBeNull()
})

test('collapsed and expanded again, the open submenu is open as before', async () => {
  const { rerender } = render(menu('/workPortal'))
  await userEvent.setup().click(root('计划管理'))
  rerender(menu('/workPortal', true))
  expect(open()).toEqual([])
  expect(links()).toEqual(['工作门户'])
  rerender(menu('/workPortal'))
  expect(open()).toEqual(['计划管理'])
})

test('going to a page of another submenu opens that one', () => {
  const { rerender } = render(menu('/taskCenter'))
  rerender(menu('/operation/plan'))
  expect(open()).toEqual(['计划管理'])
})

test('narrow, a submenu flies out under the pointer and by keyboard', async () => {
  const user = userEvent.setup()
  render(menu('/taskCenter', true))
  fireEvent.pointerEnter(root('计划管理').parentElement!)
  expect(within(screen.getByRole('group', { name: '计划管理' })).getAllByRole('link')).toHaveLength(2)
  fireEvent.pointerLeave(root('计划管理').parentElement!)
  expect(screen.queryByRole('group')).toBeNull()

  root('任务管理').focus()
  await user.keyboard('{Enter}')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('任务中心')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group')).toBeNull()
  expect(document.activeElement).toBe(root('任务管理'))
})
