import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import type { PlacedDepartment } from '../../domain/department-tree.ts'
import { isNamed, type IsNamed } from '../../lib/pinyin.ts'

export type TreeRow = PlacedDepartment & {
  /** null for a department without children. */
  open: boolean | null
}

/** With more departments than this, only the top level is initially expanded. */
const OPEN_ALL_UP_TO = 60

export function openAtFirst(placed: readonly PlacedDepartment[]): Set<string> {
  const opened = placed.length <= OPEN_ALL_UP_TO ? placed : placed.filter(({ depth }) => depth === 0)
  return new Set(opened.map(({ node }) => node.id))
}

const matches = ({ departName, orgCode }: DepartmentNode, word: string, named: IsNamed): boolean =>
  named(`${departName} ${orgCode}`, word)

/** The rows to render. A search leaves the matches and their ancestors, all expanded. */
export function rowsOf(
  placed: readonly PlacedDepartment[],
  opened: ReadonlySet<string>,
  word: string,
  named: IsNamed = isNamed,
): TreeRow[] {
  if (word) {
    const kept = new Set(
      placed
        .filter(({ node }) => matches(node, word, named))
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

/** The effect of a key in the tree, as in trees elsewhere; null for a key without effect. */
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
