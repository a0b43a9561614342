import { PAGE_SIZES } from '@heliodesk/contract/page-sizes.ts'
import type { Preferences } from '@heliodesk/contract/shell.ts'
import { numberIfWhole } from '@heliodesk/contract/validators.ts'
import type { QueryPatch } from '../url-query.ts'

const DEFAULT_SIZE = 10
/** The server's limit. */
const MOST_ROWS = 500

type SortKind = 'asc' | 'desc' | ''
export type Sort = { field: string; kind: SortKind }
/** With `fills`, the page has as many rows as the window shows. */
export type Paging = { curPage: number; size: number; sort: Sort; fills?: true }

/** The rows per page of a list whose address names none, and how many rows the window shows. */
export type Rows = { usual: Preferences['pageSize']; fit: number }

const UNSORTED: Sort = { field: '', kind: '' }
export const DEFAULT_ROWS: Rows = { usual: DEFAULT_SIZE, fit: DEFAULT_SIZE }

const HEAD_HEIGHT = 36
const ROW_HEIGHTS: Record<Preferences['density'], number> = { standard: 36, compact: 32 }

/** The heights of a table's head and of each of its rows, in px. */
export const heightsOf = (density: Preferences['density']) => ({
  head: HEAD_HEIGHT,
  row: ROW_HEIGHTS[density],
})

/** How many rows a table of this height shows without scrolling; at least the smallest page size. */
export function rowsThatFit(height: number, { head, row }: ReturnType<typeof heightsOf>): number {
  return Math.min(MOST_ROWS, Math.max(PAGE_SIZES[0], Math.floor((height - head) / row)))
}

/** A click on a sort header: none → descending → ascending → none (spec 2 §2). */
export function nextSort(sort: Sort, field: string): Sort {
  if (sort.field !== field || sort.kind === '') return { field, kind: 'desc' }
  return { field, kind: sort.kind === 'desc' ? 'asc' : '' }
}

/**
 * Page, size and order from the address; an invalid value falls back to its default. A size in the address wins over
 * the usual one, so that a link shows everyone the same rows. The size of a filled window (`fill`) only tells which row
 * came first: in another filled window the page with that row shows.
 */
export function readPaging(
  query: URLSearchParams,
  defaultSort: Sort = UNSORTED,
  { usual, fit }: Rows = DEFAULT_ROWS,
): Paging {
  const page = readWhole(query, 'page', 1_000_000) ?? 1
  const sort = readSort(query.get('sort'), defaultSort)
  const size = PAGE_SIZES.find((each) => each === readWhole(query, 'size', MOST_ROWS))
  const filled = readWhole(query, 'fill', MOST_ROWS)
  // A later page without a size is one of the default size.
  const given = size ?? filled ?? (page > 1 ? DEFAULT_SIZE : undefined)
  if (usual === 'fill' && size === undefined && (filled !== undefined || page === 1)) {
    const first = (page - 1) * (filled ?? fit)
    return { curPage: Math.floor(first / fit) + 1, size: fit, sort, fills: true }
  }
  return { curPage: page, size: given ?? (usual === 'fill' ? fit : usual), sort }
}

/** A whole number from 1 to `most`. */
function readWhole(query: URLSearchParams, name: string, most: number): number | undefined {
  const number = numberIfWhole(query.get(name) ?? '')
  return typeof number === 'number' && number >= 1 && number <= most ? number : undefined
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

/** The change of the address; another size is the new usual one, so the address no longer names any. */
export const patchPaging = (
  { curPage, size, fills, sort }: Partial<Paging>,
  now: Paging,
  usual: Rows['usual'],
): QueryPatch => ({
  ...(curPage === undefined ? {} : patchPage(curPage, now, usual)),
  ...(size === undefined && !fills ? {} : { size: null, fill: null, page: null }),
  // A list with its own default order must be able to say that no order is chosen.
  ...(sort === undefined ? {} : { sort: sort.kind ? `${sort.field}.${sort.kind}` : 'none', page: null }),
})

/** Later pages name their size, so that the link shows the same rows to a person with another usual size. */
function patchPage(curPage: number, { size, fills }: Paging, usual: Rows['usual']): QueryPatch {
  if (curPage === 1 && (fills || size === usual)) return { page: null, size: null, fill: null }
  const page = curPage === 1 ? null : String(curPage)
  if (fills || !PAGE_SIZES.some((each) => each === size)) return { page, size: null, fill: String(size) }
  return { page, size: page && size === DEFAULT_SIZE ? null : String(size), fill: null }
}

/** First, last, and the neighbours of the current page; 0 is a gap. */
export function pageNumbers(current: number, pages: number): number[] {
  const near = [1, current - 1, current, current + 1, pages]
  if (current <= 3) near.push(2, 3, 4)
  if (current >= pages - 2) near.push(pages - 1, pages - 2, pages - 3)
  const shown = [...new Set(near)].filter((each) => each >= 1 && each <= pages).toSorted((a, b) => a - b)
  return shown.flatMap((each, index) => (index > 0 && each - shown[index - 1]! > 1 ? [0, each] : [each]))
}
