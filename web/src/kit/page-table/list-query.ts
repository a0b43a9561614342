import {
  describeFilters,
  patchFor,
  readFilters,
  type Filter,
  type FilterValues,
} from '../search-bar/filters.ts'
import type { QueryPatch } from '../url-query.ts'
import { patchPaging, readPaging, type Paging } from './paging.ts'

type Address = { query: URLSearchParams; change: (patch: QueryPatch) => void }

/**
 * What of a list stands in the page's address: its filters and its page. `bar` is for the SearchBar, `paged` for the
 * PageTable below it; another search begins on the first page again. `keep` goes into the address with every search.
 */
export function listQuery(filters: readonly Filter[], { query, change }: Address, keep: QueryPatch = {}) {
  const values = readFilters(filters, query)
  const paging = readPaging(query)
  const text = describeFilters(filters, values)
  const search = (next: FilterValues) => change({ ...patchFor(filters, next), ...keep, page: null })
  return {
    values,
    paging,
    /** The search in words, '' without one. */
    text,
    bar: { filters, values, onSearch: search },
    paged: {
      paging,
      onPaging: (patch: Partial<Paging>) => change(patchPaging(patch)),
      filtered: text ? { text, onClear: () => search({}) } : null,
    },
  }
}
