import type { Call } from '@heliodesk/contract/call.ts'
import type { z } from 'zod'
import { useCall } from '../../lib/queries.ts'
import { pageSource, type PageSource } from './page-source.ts'
import type { Paging } from './paging.ts'

type Page<Row> = { records: Row[]; total: number }
type PagedCall<Row> = Call<'query', z.ZodType, z.ZodType<Page<Row>>>

/** A page of a `/sys` list, which is counted on every call. */
export function useSysPage<Row>(
  call: PagedCall<Row>,
  /** All filters of the list. */
  narrow: object,
  { curPage, size }: Paging,
): PageSource<Row> {
  const result = useCall(call, { ...narrow, pageNo: curPage, pageSize: size })
  return pageSource(result, result.data?.records, result.data?.total)
}
