import { beforeEach, expect, test, vi } from 'vitest'
import { prefetchAt, rememberPage } from './pages.tsx'

const { loadPage } = vi.hoisted(() => ({ loadPage: vi.fn(async () => ({ Page: () => null })) }))
vi.mock('../../modules.ts', () => ({ modules: [{ pages: { 'orders/List': loadPage } }] }))

beforeEach(() => {
  localStorage.clear()
  loadPage.mockClear()
})

test('the code of the page that was last at an address is loaded before the menu comes', () => {
  rememberPage('/taskCenter', 'orders/List')
  void prefetchAt('#/taskCenter?page=2')
  expect(loadPage).toHaveBeenCalledOnce()
})

test.each([
  ['another address', '#/stations', 'orders/List'],
  ['a page that this version does not have', '#/taskCenter', 'orders/Gone'],
])('nothing is loaded for %s', (_which, hash, component) => {
  rememberPage('/taskCenter', component)
  void prefetchAt(hash)
  expect(loadPage).not.toHaveBeenCalled()
})
