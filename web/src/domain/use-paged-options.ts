import { useInfiniteQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { CallError } from '../lib/call.ts'
import { notify } from '../lib/notices.ts'
import { tabLeaves } from '../kit/tab-leaves.ts'

/** For stations and projects (spec 2 §9). */
export const PAGE_SIZE = 100
const MAX_PAGES = 5
export const MORE_KEY = 'PageDown'

type OptionsPage<Row> = { list: readonly Row[]; hasNextPage: boolean }

type PagedOptions<Row> = {
  /** The call's path and input, without the page. */
  queryKey: readonly unknown[]
  load: (page: number, signal: AbortSignal) => Promise<OptionsPage<Row>>
  idOf: (row: Row) => string
  enabled: boolean
}

/** The options of a picker, page by page: 更多 loads the next page, and after the fifth says 试试搜索 (spec 2 §4). */
export function usePagedOptions<Row>({ queryKey, load, idOf, enabled }: PagedOptions<Row>) {
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.hasNextPage ? all.length + 1 : undefined),
    enabled,
    staleTime: 60_000,
    placeholderData: (before) => before,
    retry: (count, error) => count < 2 && error instanceof CallError && error.isOffline,
  })
  const loaded = pages.data?.pages ?? []
  const list = [...new Map(loaded.flatMap((page) => page.list).map((row) => [idOf(row), row])).values()]
  const loadMore = () => {
    if (loaded.length >= MAX_PAGES) notify({ kind: 'info', title: '试试搜索', seconds: 3 })
    else void pages.fetchNextPage()
  }
  // A failed call hides the 更多 button and stops loading (spec 2 §8).
  const canGoOn = pages.hasNextPage && !pages.isError && loaded.length > 0
  const more = canGoOn ? loadMore : null
  return {
    list,
    loading: pages.isFetching,
    failed: pages.isError,
    more,
    /** For the Select: Tab does not reach its popup, so a key loads the next page. */
    keys: {
      onInputKeyDown: (event: KeyboardEvent) => {
        tabLeaves.onInputKeyDown(event)
        if (event.key !== MORE_KEY || !more) return
        event.preventDefault()
        more()
      },
    },
    knows: (id: string) => list.some((row) => idOf(row) === id),
  }
}
