import { PAGE_SIZES } from '@heliodesk/contract/page-sizes.ts'
import { choosePreference } from '../../lib/preferences.ts'
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
import type { useListAddress } from './use-list-address.ts'

type Options = {
  /** Added to the address with every search. */
  keep?: QueryPatch
  /** The order until the user chooses another. */
  sort?: Sort
}

type ListAddress = ReturnType<typeof useListAddress>
type Address = Pick<ListAddress, 'query' | 'change' | 'rows'> & Partial<Pick<ListAddress, 'onFit'>>

/** The page of a list without filters, as PageTable takes it. */
export const pageQuery = ({ query, change, rows, onFit }: Address, sort?: Sort) => {
  const paging = readPaging(query, sort, rows)
  return {
    paging,
    onPaging: (patch: Partial<Paging>) => {
      const pageSize = patch.fills ? 'fill' : PAGE_SIZES.find((size) => size === patch.size)
      if (pageSize) choosePreference({ pageSize })
      change(patchPaging(patch, paging, rows.usual))
    },
    onFit,
  }
}

/**
 * The part of a list's state that is in the page's address: its filters and its page. `bar` is for the SearchBar,
 * `paged` for the PageTable below it. A new search starts on the first page.
 */
export function listQuery<Query extends object>(
  filters: readonly Filter<Query>[],
  address: Address,
  { keep = {}, sort }: Options = {},
) {
  const { query, change } = address
  const values = readFilters(filters, query)
  const page = pageQuery(address, sort)
  const text = describeFilters(filters, values)
  const search = (next: FilterValues) => change({ ...patchFor(filters, next), ...keep, page: null })
  return {
    values,
    /** The search as the list call takes it. */
    narrowing: narrowingOf(filters, values),
    paging: page.paging,
    /** The search in words; '' without one. */
    text,
    bar: { filters: filters as readonly Filter[], values, onSearch: search },
    paged: {
      ...page,
      filtered: text ? { text, onClear: () => search({}) } : null,
    },
  }
}
