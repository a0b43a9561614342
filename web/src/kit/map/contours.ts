import type { Pixel, Size } from './camera.ts'

export type Contour = {
  level: number
  /** The `d` attribute of a path. */
  path: string
  /** The position of the label; null where the line is too short for one. */
  label: Pixel | null
}

const CELL_PX = 20
/** The preferred label position: about a third of the width from the left. */
const LABEL_AT = 0.3
/** Keeps labels above the degree labels along the bottom. */
const FOOT_PX = 40

/** Contour lines over the map, by marching squares on a coarse grid. */
export function contoursOf(valueAt: (at: Pixel) => number, step: number, { width, height }: Size): Contour[] {
  const across = Math.ceil(width / CELL_PX) + 1
  const down = Math.ceil(height / CELL_PX) + 1
  const values = Array.from({ length: across * down }, (_each, at) =>
    valueAt({ x: (at % across) * CELL_PX, y: Math.floor(at / across) * CELL_PX }),
  )
  const least = Math.floor(Math.min(...values) / step) + 1
  const most = Math.ceil(Math.max(...values) / step) - 1
  const levels = Array.from({ length: Math.max(0, most - least + 1) }, (_each, at) => (least + at) * step)
  return levels.map((level) => {
    const pieces: [Pixel, Pixel][] = []
    for (let row = 0; row + 1 < down; row++)
      for (let column = 0; column + 1 < across; column++)
        pieces.push(...crossings(values, across, column, row, level))
    return {
      level,
      path: pieces.map(([from, to]) => `M${spell(from)}L${spell(to)}`).join(''),
      label: labelAt(pieces, { width, height }),
    }
  })
}

const spell = ({ x, y }: Pixel) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** The line segments through one cell; the two segments of a saddle do not cross. */
function crossings(
  values: readonly number[],
  across: number,
  column: number,
  row: number,
  level: number,
): [Pixel, Pixel][] {
  const corners = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ] as const
  const points = corners.flatMap(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4]!
    const here = values[y * across + x]! - level
    const there = values[nextY * across + nextX]! - level
    if (here > 0 === there > 0) return []
    const part = here / (here - there)
    return [{ x: (x + (nextX - x) * part) * CELL_PX, y: (y + (nextY - y) * part) * CELL_PX }]
  })
  if (points.length < 2) return []
  const first: [Pixel, Pixel] = [points[0]!, points[1]!]
  return points.length === 4 ? [first, [points[2]!, points[3]!]] : [first]
}

function labelAt(pieces: readonly [Pixel, Pixel][], { width, height }: Size): Pixel | null {
  const wanted = width * LABEL_AT
  const inside = pieces
    .map(([from, to]) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }))
    .filter(({ x, y }) => x > 48 && x < width - 48 && y > 16 && y < height - FOOT_PX)
  if (inside.length < 3) return null
  return inside.reduce((best, each) => (Math.abs(each.x - wanted) < Math.abs(best.x - wanted) ? each : best))
}
