import type { Call } from '@heliodesk/contract/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import { send, type CallError } from '../../lib/call.ts'
import { keyOf } from '../../lib/queries.ts'
import { pageSource, type PageSource } from './page-source.ts'

type Page<Row> = { pageList: Row[]; rowCount: number | null }
type PagedCall<Row> = Call<'query', z.ZodType, z.ZodType<Page<Row>>>

/**
 * A page of a business list. Counting may cost more than reading the page, so the list is counted when its filters
 * change and whenever a page is read again. When only the page changes, the known total is kept.
 */
export function useCountedPage<Row>(
  call: PagedCall<Row>,
  /** All filters of the list. */
  narrow: object,
  /** Page, size and order. */
  page: object,
  /**
   * For calls with `after`: a page that follows one that was read begins behind its last row, so that rows added
   * meanwhile move none onto it again.
   */
  { idOf }: { idOf?: (row: Row) => string } = {},
): PageSource<Row> {
  const totals = useRef(new Map<string, number>())
  const ends = useRef(new Map<string, string>())
  const filters = JSON.stringify(narrow)
  const result = useQuery<Page<Row>, CallError>({
    queryKey: keyOf(call, narrow, page),
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData(queryKey) === undefined ? totals.current.get(filters) : undefined
      const { curPage = 1 } = page as { curPage?: number }
      const placeOf = (number: number) => JSON.stringify([narrow, { ...page, curPage: number }])
      const after = idOf && ends.current.get(placeOf(curPage - 1))
      // Whether the row before is still seen is not certain: the next attempt begins by the page's number.
      ends.current.delete(placeOf(curPage - 1))
      const input = { ...narrow, ...page, ...(after && { after }), needCount: known === undefined }
      const answer = await send(call, input, { signal })
      if (after) ends.current.set(placeOf(curPage - 1), after)
      const last = answer.pageList.at(-1)
      if (idOf && last) ends.current.set(placeOf(curPage), idOf(last))
      const rowCount = answer.rowCount ?? known ?? null
      if (rowCount !== null) totals.current.set(filters, rowCount)
      return { ...answer, rowCount }
    },
    placeholderData: keepPreviousData,
  })
  return pageSource(call, [narrow, page], result, result.data?.pageList, result.data?.rowCount)
}
