import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { useNotices } from '../lib/notices.ts'
import { Still } from '../kit/still.fixture.tsx'

let client: QueryClient

/** Isolates each test of a paged picker: no notices and no cached data. */
export function isolatePagedOptions(): void {
  beforeEach(() => {
    client = new QueryClient()
    useNotices.setState({ notices: [] })
  })
  afterEach(() => {
    cleanup()
    client.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const Around = ({ children }: { children: ReactNode }) => (
  <Still>
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  </Still>
)

export const forgetPages = (): void => client.clear()

/** Opens the list and waits for one of its options. */
export async function openOptions(option: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox'))
  await screen.findByText(option)
}

export const more = () => screen.queryByRole('button', { name: '更多', hidden: true })

export const pagesRead = (): number =>
  client.getQueriesData<{ pages: unknown[] }>({}).flatMap(([, data]) => data?.pages ?? []).length

/** How many of `total` items `page` has, and how many come before it. */
export function pageOf(total: number, page: number, size: number) {
  const first = (page - 1) * size
  const count = Math.max(0, Math.min(size, total - first))
  return { first, count, hasNext: first + count < total }
}

/** Expects 更多 to load the second of two pages and then to disappear. */
export async function expectMoreToEnd(): Promise<void> {
  fireEvent.click(more()!)
  await waitFor(() => expect(more()).toBeNull())
}

/** Expects 更多 to work up to the fifth page, then 试试搜索 for 3 s and no sixth page. */
export async function expectFivePages(asked: readonly unknown[]): Promise<void> {
  for (let page = 2; page <= 5; page++) {
    fireEvent.click(more()!)
    await waitFor(() => expect(pagesRead()).toBe(page))
  }
  expect(useNotices.getState().notices).toHaveLength(0)
  fireEvent.click(more()!)
  await waitFor(() =>
    expect(useNotices.getState().notices).toMatchObject([{ kind: 'info', title: '试试搜索', seconds: 3 }]),
  )
  expect(asked).toHaveLength(5)
}
