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
): PageSource<Row> {
  const totals = useRef(new Map<string, number>())
  const filters = JSON.stringify(narrow)
  const result = useQuery<Page<Row>, CallError>({
    queryKey: keyOf(call, narrow, page),
    queryFn: async ({ signal, client, queryKey }) => {
      const known = client.getQueryData(queryKey) === undefined ? totals.current.get(filters) : undefined
      const input = { ...narrow, ...page, needCount: known === undefined }
      const answer = await send(call, input, { signal })
      const rowCount = answer.rowCount ?? known ?? null
      if (rowCount !== null) totals.current.set(filters, rowCount)
      return { ...answer, rowCount }
    },
    placeholderData: keepPreviousData,
  })
  return pageSource(call, [narrow, page], result, result.data?.pageList, result.data?.rowCount)
}
