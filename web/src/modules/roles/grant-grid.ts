import { columnsOf, rightColumns, type RightColumn } from '@heliodesk/contract/permissions.ts'
import type { PermissionNode } from '@heliodesk/contract/roles.ts'
import { isButton } from './grants.ts'

/** A button in the columns that it covers: the first one, from 0, and how many. */
export type Cell = { button: PermissionNode; at: number; columns: readonly RightColumn[] }

/** Pages at any depth; a menu that is itself a page has its own row. */
export const pagesOf = (node: PermissionNode): PermissionNode[] => {
  const below = node.children.filter((child) => !isButton(child))
  if (below.length === 0) return node.menuType === 0 && node.children.length === 0 ? [] : [node]
  return below.flatMap(pagesOf)
}

/**
 * The buttons of a page by column. What is of no column, or of one that an earlier button has, is shown by its name: also
 * permissions of a newer server.
 */
export function placed(page: PermissionNode): { cells: Cell[]; named: PermissionNode[]; free: number[] } {
  const cells: Cell[] = []
  const named: PermissionNode[] = []
  const taken = new Set<RightColumn>()
  for (const button of page.children.filter(isButton)) {
    const columns = columnsOf(button.code)
    const [first] = columns
    if (first === undefined || columns.some((column) => taken.has(column))) {
      named.push(button)
      continue
    }
    for (const column of columns) taken.add(column)
    cells.push({ button, at: rightColumns.indexOf(first), columns })
  }
  const free = rightColumns.flatMap((column, at) => (taken.has(column) ? [] : [at]))
  return { cells: cells.toSorted((a, b) => a.at - b.at), named, free: cells.length > 0 ? free : [] }
}

/** What a page is found by: its menu, its own title and its buttons. */
export const namesOf = (menu: PermissionNode, page: PermissionNode): string =>
  [menu, page, ...page.children].map(({ title }) => title).join(' ')

/** What may be done on a page and what may not, in words. */
export function answerOf(page: PermissionNode, held: ReadonlySet<string>): string {
  const rights = page.children.length > 0 ? page.children : [page]
  const isHeld = ({ key }: PermissionNode) => held.has(key)
  const titles = (some: readonly PermissionNode[]) => some.map(({ title }) => title).join('、')
  const [may, not] = [rights.filter(isHeld), rights.filter((right) => !isHeld(right))]
  return [
    `${page.title}：`,
    may.length > 0 ? `可以 ${titles(may)}` : '什么都不可以',
    may.length > 0 && not.length > 0 ? `；不可以 ${titles(not)}` : '',
  ].join('')
}
