import { provinceNamed } from '@heliodesk/contract/provinces.ts'

export type Cell = { column: number; row: number }

/** The cell for stations of no known province. */
const OTHER_CELL: Cell = { column: 1, row: 7 }

export const COLUMNS = 8
export const ROWS = 8

export const cellOf = (province: string | null): Cell => provinceNamed(province) ?? OTHER_CELL

/** The place in a CSS grid. */
export const placeOf = ({ column, row }: Cell) => ({ gridColumn: column, gridRow: row + 1 })

const steps = new Map<string, Cell>([
  ['ArrowLeft', { column: -1, row: 0 }],
  ['ArrowRight', { column: 1, row: 0 }],
  ['ArrowUp', { column: 0, row: -1 }],
  ['ArrowDown', { column: 0, row: 1 }],
])

/**
 * The place in `cells` that a key moves to from the place `from`: with an arrow the nearest tile in that direction, where
 * a step aside counts double; Home and End by reading order. Null without one.
 */
export function moveTo(key: string, cells: readonly Cell[], from: number): number | null {
  if (key === 'Home' || key === 'End') return inReadingOrder(cells).at(key === 'Home' ? 0 : -1) ?? null
  const step = steps.get(key)
  const start = cells[from]
  if (!step || !start) return null
  const away = cells.map(({ column, row }) => {
    const [across, down] = [column - start.column, row - start.row]
    const ahead = across * step.column + down * step.row
    const aside = Math.abs(across * step.row) + Math.abs(down * step.column)
    return ahead > 0 ? ahead + 2 * aside : Infinity
  })
  const nearest = Math.min(...away)
  return nearest === Infinity ? null : away.indexOf(nearest)
}

const inReadingOrder = (cells: readonly Cell[]): number[] =>
  cells
    .map(({ column, row }, at) => ({ at, place: row * COLUMNS + column }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ at }) => at)

/**
 * The provinces of `names` before and after this one, by the columns of the tiles from west to east, in each from north to
 * south: one next to the other on the map. Null at both ends.
 */
export function neighboursOf(name: string, names: readonly string[]): Neighbours {
  const placeIn = (each: string) => {
    const { column, row } = cellOf(each)
    return column * ROWS + row
  }
  const others = names.filter((each) => each !== name).toSorted((a, b) => placeIn(a) - placeIn(b))
  return {
    before: others.findLast((each) => placeIn(each) < placeIn(name)) ?? null,
    after: others.find((each) => placeIn(each) > placeIn(name)) ?? null,
  }
}

export type Neighbours = { before: string | null; after: string | null }
