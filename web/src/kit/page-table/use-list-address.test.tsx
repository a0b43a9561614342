import { defaultPreferences } from '@heliodesk/contract/preferences.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choosePreference, usePreferences, useUnsentPreferences } from '../../lib/preferences.ts'
import { pageQuery } from './list-query.ts'
import { useListAddress } from './use-list-address.ts'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  usePreferences.setState(defaultPreferences, true)
  useUnsentPreferences.setState({}, true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A list at this address. */
function open(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  )
  const { result } = renderHook(() => ({ list: pageQuery(useListAddress()), at: useLocation().search }), {
    wrapper,
  })
  return {
    page: () => [result.current.list.paging.curPage, result.current.list.paging.size],
    at: () => result.current.at,
    go: (change: Parameters<typeof result.current.list.onPaging>[0]) =>
      act(() => result.current.list.onPaging(change)),
    fit: (rows: number) => act(() => result.current.list.onFit!(rows)),
  }
}

test('a size that was chosen in one list counts in all, and is the person’s on other machines', () => {
  const [orders, users] = [open('/orders?a=b'), open('/users')]
  expect([orders.page(), users.page()]).toEqual([
    [1, 10],
    [1, 10],
  ])
  orders.go({ size: 20 })
  expect([orders.page(), users.page()]).toEqual([
    [1, 20],
    [1, 20],
  ])
  expect(orders.at()).toBe('?a=b')
  expect(useUnsentPreferences.getState()).toEqual({ pageSize: 20 })
})

test('a filled list begins with what the window should show and follows what it does show', () => {
  const list = open('/filled')
  list.go({ fills: true })
  expect(useUnsentPreferences.getState()).toEqual({ pageSize: 'fill' })
  expect(list.page()).toEqual([1, 16])
  list.fit(15)
  list.go({ curPage: 4 })
  expect(list.page()).toEqual([4, 15])
  expect(list.at()).toBe('?page=4&fill=15')
  // The window gets higher, and lower again: row 46 stays in view, and the address as it is.
  list.fit(40)
  expect(list.page()).toEqual([2, 40])
  list.fit(15)
  expect(list.page()).toEqual([4, 15])
  expect(list.at()).toBe('?page=4&fill=15')
})

test('cards on a phone are 10 whatever was chosen, except by a link', () => {
  vi.stubGlobal('innerWidth', 390)
  choosePreference({ pageSize: 500 })
  expect(open('/phone').page()).toEqual([1, 10])
  choosePreference({ pageSize: 'fill' })
  expect(open('/phone').page()).toEqual([1, 10])
  expect(open('/phone?page=2&fill=16').page()).toEqual([2, 16])
})
