import type { TreeRow } from './tree-store.ts'

export type TreeMove =
  /** Moves to this row. */
  | { to: number }
  | { open: boolean }
  /** Opens all siblings too. */
  | { openAll: true }
  | { pick: true }

/** The effect of a key in a tree, following WAI-ARIA; null for a key without effect. */
export function moveBy(
  key: string,
  rows: readonly TreeRow<unknown>[],
  at: number,
  page: number,
): TreeMove | null {
  const row = rows[at]
  if (!row) return null
  const last = rows.length - 1
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(last, at + 1) }
    case 'ArrowUp':
      return { to: Math.max(0, at - 1) }
    case 'PageDown':
      return { to: Math.min(last, at + page) }
    case 'PageUp':
      return { to: Math.max(0, at - page) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: last }
    case 'ArrowRight':
      if (row.open === false) return { open: true }
      return row.open && rows[at + 1]?.node.parent === row.node ? { to: at + 1 } : null
    case 'ArrowLeft': {
      if (row.open) return { open: false }
      const above = rows.findIndex(({ node }) => node === row.node.parent)
      return above < 0 ? null : { to: above }
    }
    case '*':
      return { openAll: true }
    case ' ':
    case 'Enter':
      return { pick: true }
    default:
      return null
  }
}

/** The next row, wrapping around, whose name starts with the typed text; for one letter, the next match after `at`. */
export function rowByName(rows: readonly TreeRow<unknown>[], at: number, typed: string): number | null {
  const first = typed.length === 1 ? at + 1 : at
  const wanted = typed.toLowerCase()
  for (let step = 0; step < rows.length; step++) {
    const index = (first + step) % rows.length
    if (rows[index]!.node.name.toLowerCase().startsWith(wanted)) return index
  }
  return null
}
