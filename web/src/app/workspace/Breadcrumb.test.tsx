import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useCurrentLocation } from '../../lib/location.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { entry, layout } from './menu-fixture.ts'
import { assembleRoutes, findPage } from './menu.ts'

const budget = entry('/budget', '预算经营', {
  alwaysShow: true,
  children: [entry('/budget/:year', '年度预算', { children: [entry('/budget/:year/detail', '预算明细')] })],
})
const routes = assembleRoutes([layout('/finance', '经营', [budget, entry('/plain', '别处')])], new Set())

afterEach(cleanup)

function at(pathname: string) {
  useCurrentLocation.setState({ pathname, search: '' })
  render(<Breadcrumb page={findPage(routes, pathname)!} />)
}

test('every crumb but the last is a link with id=1, titled by the menu', () => {
  at('/budget/2026/detail')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['预算经营', '#/budget?id=1'],
    ['年度预算', '#/budget/2026?id=1'],
  ])
  const last = screen.getByText('预算明细')
  expect([last.tagName, last.getAttribute('aria-current')]).toEqual(['SPAN', 'page'])
})

test('the way ends at the current page', () => {
  at('/budget/2026')
  expect(screen.getByRole('navigation', { name: '面包屑' }).textContent).toBe('预算经营年度预算')
})

test('outside of an entry that always shows there is none', () => {
  at('/plain')
  expect(screen.queryByRole('navigation')).toBeNull()
})
