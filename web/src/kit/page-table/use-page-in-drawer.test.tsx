import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePreferences } from '../../lib/preferences.ts'
import { usePageInDrawer } from './use-page-in-drawer.ts'

test.each([
  [390, 340 + 33 + 34 * 15, 10],
  [1440, 340 + 33 + 34 * 15, 15],
  [1440, 340 + 33 + 34 * 31, 31],
])('a drawer in a window of %d × %d begins with %d rows', (width, height, size) => {
  usePreferences.setState({ pageSize: 'fill' })
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('innerHeight', height)
  const { result } = renderHook(() => usePageInDrawer())
  expect(result.current.paging.size).toBe(size)
})
