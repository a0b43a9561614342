import { numberIfWhole } from '@heliodesk/contract/validators.ts'
import type { QueryPatch } from '../url-query.ts'

/** Spec 2 §2 pagination table. */
export const PAGE_SIZES = [5, 10, 15, 20, 50, 100, 500] as const
const DEFAULT_SIZE = 10

type SortKind = 'asc' | 'desc' | ''
export type Sort = { field: string; kind: SortKind }
export type Paging = { curPage: number; size: number; sort: Sort }

const UNSORTED: Sort = { field: '', kind: '' }

/** A click on a sort header: none → descending → ascending → none (spec 2 §2). */
export function nextSort(sort: Sort, field: string): Sort {
  if (sort.field !== field || sort.kind === '') return { field, kind: 'desc' }
  return { field, kind: sort.kind === 'desc' ? 'asc' : '' }
}

/** Page, size and order from the address; an invalid value falls back to its default. */
export function readPaging(query: URLSearchParams, defaultSort: Sort = UNSORTED): Paging {
  const page = numberIfWhole(query.get('page') ?? '')
  const size = PAGE_SIZES.find((each) => each === numberIfWhole(query.get('size') ?? ''))
  return {
    curPage: typeof page === 'number' && page >= 1 && page <= 1_000_000 ? page : 1,
    size: size ?? DEFAULT_SIZE,
    sort: readSort(query.get('sort'), defaultSort),
  }
}

function readSort(text: string | null, defaultSort: Sort): Sort {
  if (text === null) return defaultSort
  const [, field, kind] = /^(\w+)\.(asc|desc)$/.exec(text) ?? []
  return field && (kind === 'asc' || kind === 'desc') ? { field, kind } : UNSORTED
}

/** An order as the calls take it; empty for a field that they do not sort by. */
export function orderBy<Field extends string>({ field, kind }: Sort, fields: readonly Field[]) {
  const orderField = fields.find((each) => each === field)
  return orderField && kind ? { orderField, orderType: kind } : {}
}

export const patchPaging = ({ curPage, size, sort }: Partial<Paging>): QueryPatch => ({
  ...(curPage === undefined ? {} : { page: curPage === 1 ? null : String(curPage) }),
  ...(size === undefined ? {} : { size: size === DEFAULT_SIZE ? null : String(size), page: null }),
  // A list with its own default order must be able to say that no order is chosen.
  ...(sort === undefined ? {} : { sort: sort.kind ? `${sort.field}.${sort.kind}` : 'none', page: null }),
})

/** First, last, and the neighbours of the current page; 0 is a gap. */
export function pageNumbers(current: number, pages: number): number[] {
  const near = [1, current - 1, current, current + 1, pages]
  if (current <= 3) near.push(2, 3, 4)
  if (current >= pages - 2) near.push(pages - 1, pages - 2, pages - 3)
  const shown = [...new Set(near)].filter((each) => each >= 1 && each <= pages).toSorted((a, b) => a - b)
  return shown.flatMap((each, index) => (index > 0 && each - shown[index - 1]! > 1 ? [0, each] : [each]))
}
