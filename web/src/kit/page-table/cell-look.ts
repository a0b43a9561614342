import type { CSSProperties } from 'react'
import type { Column } from './columns.ts'

export type CellLook = { className: string; style?: CSSProperties }

/** Class and place of each column's cells, in the head as in the rows; fixed columns stand beside one another. */
export function cellLooks(columns: readonly Column<never>[]): CellLook[] {
  let left = 0
  return columns.map(({ align, fixed, width }, place) => {
    const className = align === 'right' ? 'grid-cell num' : 'grid-cell'
    if (!fixed) return { className }
    const look = {
      className: `${className} grid-cell-fix${columns[place + 1]?.fixed ? '' : ' grid-cell-fix-last'}`,
      style: { left },
    }
    left += width
    return look
  })
}
