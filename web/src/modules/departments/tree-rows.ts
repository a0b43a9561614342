import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import type { PlacedDepartment } from '../../kit/department-tree.ts'

export type TreeRow = PlacedDepartment & {
  /** null where nothing is below. */
  open: boolean | null
}

/** Above so many departments only the top level is open at first. */
const OPEN_ALL_UP_TO = 60

export function openAtFirst(placed: readonly PlacedDepartment[]): Set<string> {
  const opened = placed.length <= OPEN_ALL_UP_TO ? placed : placed.filter(({ depth }) => depth === 0)
  return new Set(opened.map(({ node }) => node.id))
}

const matches = ({ departName, orgCode }: DepartmentNode, word: string): boolean =>
  `${departName} ${orgCode}`.toLowerCase().includes(word.toLowerCase())

/** The rows to draw. A word leaves what matches and what is above it, all of it open. */
export function rowsOf(
  placed: readonly PlacedDepartment[],
  opened: ReadonlySet<string>,
  word: string,
): TreeRow[] {
  if (word) {
    const kept = new Set(
      placed
        .filter(({ node }) => matches(node, word))
        .flatMap(({ node, above }) => [node, ...above].map(({ id }) => id)),
    )
    return placed
      .filter(({ node }) => kept.has(node.id))
      .map((place) => toRow(place, place.node.children.some(({ id }) => kept.has(id)) || null))
  }
  return placed
    .filter(({ above }) => above.every(({ id }) => opened.has(id)))
    .map((place) => toRow(place, place.node.isLeaf ? null : opened.has(place.node.id)))
}

const toRow = ({ node, depth, above }: PlacedDepartment, open: boolean | null): TreeRow => ({
  node,
  depth,
  above,
  open,
})

export type TreeMove = { to: string } | { open: string } | { close: string }

/** What a key does in the tree, as trees everywhere do; null when it means nothing here. */
export function moveBy(key: string, rows: readonly TreeRow[], current: string): TreeMove | null {
  const at = rows.findIndex(({ node }) => node.id === current)
  const row = rows[at]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1]?.node)
    case 'ArrowUp':
      return to(rows[at - 1]?.node)
    case 'Home':
      return to(rows[0]?.node)
    case 'End':
      return to(rows.at(-1)?.node)
    case 'ArrowRight':
      if (row.open === false) return { open: current }
      return row.open ? to(rows[at + 1]?.node) : null
    case 'ArrowLeft':
      return row.open ? { close: current } : to(row.above.at(-1))
    default:
      return null
  }
}

const to = (target: DepartmentNode | undefined): TreeMove | null => (target ? { to: target.id } : null)
