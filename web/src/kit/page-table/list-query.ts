import {
  describeFilters,
  narrowingOf,
  patchFor,
  readFilters,
  type Filter,
  type FilterValues,
} from '../search-bar/filters.ts'
import type { QueryPatch } from '../url-query.ts'
import { patchPaging, readPaging, type Paging, type Sort } from './paging.ts'

type Options = {
  /** Goes into the address with every search. */
  keep?: QueryPatch
  /** The order until somebody chooses another. */
  sort?: Sort
}

type Address = { query: URLSearchParams; change: (patch: QueryPatch) => void }

/**
 * What of a list stands in the page's address: its filters and its page. `bar` is for the SearchBar, `paged` for the
 * PageTable below it; another search begins on the first page again.
 */
export function listQuery<Query extends object>(
  filters: readonly Filter<Query>[],
  { query, change }: Address,
  { keep = {}, sort }: Options = {},
) {
  const values = readFilters(filters, query)
  const paging = readPaging(query, sort)
  const text = describeFilters(filters, values)
  const search = (next: FilterValues) => change({ ...patchFor(filters, next), ...keep, page: null })
  return {
    values,
    /** The search as the list's call takes it. */
    narrowing: narrowingOf(filters, values),
    paging,
    /** The search in words, '' without one. */
    text,
    bar: { filters: filters as readonly Filter[], values, onSearch: search },
    paged: {
      paging,
      onPaging: (patch: Partial<Paging>) => change(patchPaging(patch)),
      filtered: text ? { text, onClear: () => search({}) } : null,
    },
  }
}
