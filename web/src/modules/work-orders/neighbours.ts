import type { PageSource } from '../../kit/page-table/page-source.ts'
import type { Paging } from '../../kit/page-table/paging.ts'
import type { Neighbours } from './detail/OrderDetailDrawer.tsx'

/** The orders before and behind one in the list behind its drawer; null if it is not there. */
export function neighboursOf(
  id: string,
  { rows = [], total }: Pick<PageSource<{ id: string }>, 'rows' | 'total'>,
  paging: Paging,
): Neighbours | null {
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0 || total === null) return null
  return {
    place: (paging.curPage - 1) * paging.size + index + 1,
    total,
    previous: rows[index - 1]?.id ?? null,
    next: rows[index + 1]?.id ?? null,
  }
}
