import { paths } from '@heliodesk/contract/paths.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BottomBar } from './BottomBar.tsx'
import { assembleRoutes } from './menu.ts'
import { entry } from './menu-fixture.ts'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'

vi.stubGlobal('fetch', () => new Promise(() => undefined))
isolatePages()

const show = (...pages: string[]) => {
  const routes = assembleRoutes(
    pages.map((path) => entry(path, '页')),
    new Set(),
  )
  render(<BottomBar routes={routes} path={paths.myOrders.path} />, { wrapper: Page })
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
}

test('the bar of a phone has the pages that the menu permits, and marks the current one', () => {
  expect(show(paths.orders.path, paths.orderHall.path)).toEqual([
    ['我的工单', 'page'],
    ['接单', null],
    ['', null],
    ['消息', null],
    ['我的', null],
  ])
  expect(screen.getByRole('link', { name: '扫码' }).getAttribute('href')).toBe(paths.scan.href())
  cleanup()
  expect(show(paths.users.path).map(([text]) => text)).toEqual(['', '消息', '我的'])
})
