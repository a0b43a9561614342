import { paths } from '@heliodesk/contract/paths.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BottomBar } from './BottomBar.tsx'
import { assembleRoutes } from './menu.ts'
import { entry } from './menu-fixture.ts'

const show = (...pages: string[]) => {
  const routes = assembleRoutes(
    pages.map((path) => entry(path, '页')),
    new Set(),
  )
  render(<BottomBar routes={routes} path={paths.orders.path} />)
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])
}

test('the bar of a phone has the pages that the menu permits, and marks the current one', () => {
  expect(show(paths.dashboard.path, paths.orders.path)).toEqual([
    ['首页', null],
    ['工单', 'page'],
  ])
  cleanup()
  expect(show(paths.orders.path)).toEqual([['工单', 'page']])
  cleanup()
  expect(show(paths.users.path)).toEqual([])
  expect(screen.queryByRole('navigation')).toBeNull()
})
