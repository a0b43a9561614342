import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountedPage } from './use-counted-page.ts'

type Asked = { curPage: number; needCount: boolean; keyword?: string; after?: string }

let asked: Asked[]
let total: number
let rows: { id: string }[]

beforeEach(() => {
  asked = []
  total = 42
  rows = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const input = JSON.parse(body) as Asked
    asked.push(input)
    const result_data = { pageList: rows, rowCount: input.needCount ? total : null }
    return new Response(JSON.stringify({ result_code: '1', result_data }))
  })
})
afterEach(() => vi.unstubAllGlobals())

function list(options?: Parameters<typeof useCountedPage>[3]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(
    ({ narrow, page }: { narrow: object; page: object }) =>
      useCountedPage(workOrderCalls.page, narrow, page, options as object),
    { wrapper, initialProps: { narrow: {}, page: { curPage: 1 } } },
  )
  const read = (times: number) => waitFor(() => expect(asked).toHaveLength(times))
  const idle = () => waitFor(() => expect(hook.result.current.fetching).toBe(false))
  return { ...hook, client, read, idle }
}

test('counts when the filters change, not when only the page changes', async () => {
  const { result, rerender, read, idle } = list()
  await read(1)
  await waitFor(() => expect(result.current.total).toBe(42))
  rerender({ narrow: {}, page: { curPage: 2 } })
  await read(2)
  await idle()
  expect(result.current.total).toBe(42)
  total = 3
  rerender({ narrow: { keyword: '箱变' }, page: { curPage: 1 } })
  await read(3)
  await waitFor(() => expect(result.current.total).toBe(3))
  expect(asked.map(({ needCount }) => needCount)).toEqual([true, false, true])
})

test('a page that is read again is counted again', async () => {
  const { result, rerender, client, read, idle } = list()
  await read(1)
  rerender({ narrow: {}, page: { curPage: 2 } })
  await read(2)
  await idle()
  total = 43
  await client.invalidateQueries({ queryKey: [workOrderCalls.page.path] })
  await read(3)
  expect(asked.at(-1)).toMatchObject({ curPage: 2, needCount: true })
  await waitFor(() => expect(result.current.total).toBe(43))
})

test('the page behind one that was read begins after its last row; any other by its number', async () => {
  rows = [{ id: '9' }, { id: '7' }]
  const { rerender, read, idle } = list({ idOf: (row) => (row as { id: string }).id })
  await read(1)
  await idle()
  rerender({ narrow: {}, page: { curPage: 2 } })
  await read(2)
  await idle()
  rerender({ narrow: {}, page: { curPage: 9 } })
  await read(3)
  await idle()
  rerender({ narrow: { keyword: '箱变' }, page: { curPage: 2 } })
  await read(4)
  expect(asked.map(({ after }) => after)).toEqual([undefined, '7', undefined, undefined])
})
