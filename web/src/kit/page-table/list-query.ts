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
  /** Added to the address with every search. */
  keep?: QueryPatch
  /** The order until the user chooses another. */
  sort?: Sort
}

type Address = { query: URLSearchParams; change: (patch: QueryPatch) => void }

/**
 * The part of a list's state that is in the page's address: its filters and its page. `bar` is for the SearchBar,
 * `paged` for the PageTable below it. A new search starts on the first page.
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
    /** The search as the list call takes it. */
    narrowing: narrowingOf(filters, values),
    paging,
    /** The search in words; '' without one. */
    text,
    bar: { filters: filters as readonly Filter[], values, onSearch: search },
    paged: {
      paging,
      onPaging: (patch: Partial<Paging>) => change(patchPaging(patch)),
      filtered: text ? { text, onClear: () => search({}) } : null,
    },
  }
}
