import { useEffect, useState } from 'react'
import { actedOn } from '../../lib/queries.ts'
import type { PageSource } from './page-source.ts'

/** After a list has appeared, nobody reads it yet: what arrives within this time shows at once. */
const SETTLE_MS = 2000

type Taken<Row> = { key: string; rows: readonly Row[]; ids: string; at: number }

/**
 * The rows to show, so that a list does not move while it is read: what others changed in these rows shows in place, but
 * other rows, or another order, wait until the user takes them (`take`). What the user asked for shows at once: another
 * search or page, and what follows from an own change.
 */
export function useSteadyRows<Row>(
  { of, rows: offered, updatedAt }: PageSource<Row>,
  rowKey: (row: Row) => string,
): { rows: readonly Row[] | undefined; take: (() => void) | null } {
  const key = of?.key ?? ''
  const [taken, setTaken] = useState<Taken<Row> | null>(null)
  const [settled, setSettled] = useState({ key, at: 0 })
  // Also when a page that was kept in the background is shown again.
  useEffect(() => setSettled({ key, at: Date.now() + SETTLE_MS }), [key])
  if (of === undefined || offered === undefined) return { rows: offered, take: null }
  const fresh = { key, rows: offered, ids: offered.map(rowKey).join(), at: updatedAt }
  const isRead = taken !== null && taken.key === key && taken.at > 0 && taken.rows.length > 0
  const isSettling = settled.key === key && updatedAt < settled.at
  const isAwaited = !isRead || actedOn(of.path) > taken.at || isSettling
  if (isAwaited || taken.ids === fresh.ids) {
    if (taken?.rows !== offered || taken.key !== key || taken.at !== updatedAt) setTaken(fresh)
    return { rows: offered, take: null }
  }
  const now = new Map(offered.map((row) => [rowKey(row), row]))
  return { rows: taken.rows.map((row) => now.get(rowKey(row)) ?? row), take: () => setTaken(fresh) }
}
