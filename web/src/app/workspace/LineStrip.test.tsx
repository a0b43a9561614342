import { hashKey, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { noteAge } from '../../lib/kept/ages.ts'
import { noteLine } from '../../lib/line.ts'
import { queryClient } from '../../lib/queries.ts'
import { LineStrip } from './LineStrip.tsx'

const queryKey = ['kept']

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  noteAge(hashKey(queryKey), null)
  queryClient.clear()
  noteLine(true)
})

/** A screen that shows an answer of before. */
function Screen({ read }: { read: () => Promise<string> }) {
  useQuery({ queryKey, queryFn: read, staleTime: Infinity, initialData: 'of before' })
  return null
}

test('a kept answer that was taken although the line was there again at once is read again until it is new', async () => {
  vi.useFakeTimers()
  let keptTimes = 1
  const read = vi.fn(async () => {
    const isKept = keptTimes-- > 0
    noteAge(hashKey(queryKey), isKept ? Date.now() : null)
    return isKept ? 'of before' : 'new'
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Screen read={read} />
      <LineStrip phone />
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('status')).toBeNull()
  await act(async () => {
    // Both within one drawing: the strip never sees that there was no line.
    noteLine(false)
    noteAge(hashKey(queryKey), Date.now())
    noteLine(true)
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(read).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toMatch(/^截至 .* 的数据$/)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(read).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('status')).toBeNull()
  expect(queryClient.getQueryData(queryKey)).toBe('new')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(read).toHaveBeenCalledTimes(2)
})
