import type { Call } from '@heliodesk/contract/call.ts'
import type { z } from 'zod'
import { useCall } from '../../lib/queries.ts'
import type { Filter } from '../search-bar/filters.ts'
import type { QueryPatch } from '../url-query.ts'
import { listQuery } from './list-query.ts'
import { pageSource } from './page-source.ts'
import { useListAddress } from './use-list-address.ts'

type Page<Row> = { records: Row[]; total: number }
type PagedCall<Row> = Call<'query', z.ZodType, z.ZodType<Page<Row>>>

type Options = {
  /** Sent besides the filters. */
  beside?: object
  /** See `listQuery`. */
  keep?: QueryPatch
}

/**
 * A page of a `/sys` list, which is counted on every call, as `ListPage` and `SearchedTable` take it; its filters and
 * its page are in the address.
 */
export function useSysList<Row, Query extends object>(
  call: PagedCall<Row>,
  filters: readonly Filter<Query>[],
  { beside, keep }: Options = {},
) {
  const list = listQuery(filters, useListAddress(), { keep })
  const { curPage, size } = list.paging
  const input = { ...list.narrowing, ...beside, pageNo: curPage, pageSize: size }
  const read = useCall(call, input)
  return { list, source: pageSource(call, input, read, read.data?.records, read.data?.total) }
}
