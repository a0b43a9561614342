import type { CSSProperties } from 'react'
import type { Column } from './columns.ts'

export type CellLook = { className: string; style?: CSSProperties }

/**
 * Class and position of each column's cells, the same in head and rows; fixed columns are placed side by side, beginning
 * at `left`.
 */
export function cellLooks(columns: readonly Column<never>[], left: number): CellLook[] {
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
