import type { Bounds } from 'bpmn-moddle'
import { present } from '../../platform/certain.ts'

export type Point = { x: number; y: number }
export type Line = { from: Point; to: Point }

export const middleOf = ({ x, y, width, height }: Bounds): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The straight parts of a flow. */
export const linesOf = (points: readonly Point[]): Line[] =>
  points.flatMap((from, at) => points.slice(at + 1, at + 2).map((to) => ({ from, to })))

export const lengthOf = ({ from, to }: Line): number => Math.hypot(to.x - from.x, to.y - from.y)

export const boxAround = ({ x, y }: Point, width: number, height: number): Bounds => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

export const grown = ({ x, y, width, height }: Bounds, by: number): Bounds => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

export const overlap = (one: Bounds, other: Bounds): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Whether a line runs through a box: a part of it lies within all four sides. */
export function crosses({ from, to }: Line, { x, y, width, height }: Bounds): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  let [begin, end] = [0, 1]
  for (const [step, room] of [
    [-dx, from.x - x],
    [dx, x + width - from.x],
    [-dy, from.y - y],
    [dy, y + height - from.y],
  ] as const) {
    if (step === 0) {
      if (room <= 0) return false
    } else if (step < 0) begin = Math.max(begin, room / step)
    else end = Math.min(end, room / step)
  }
  return begin < end
}

/** What a label keeps clear of. */
export type Taken = { boxes: readonly Bounds[]; lines: readonly Line[] }

/** The place among these that covers least; of equal ones the first. */
export function clearest(places: readonly Bounds[], { boxes, lines }: Taken): Bounds {
  const costs = places.map((place) => {
    const room = grown(place, 1)
    return (
      boxes.filter((box) => overlap(box, room)).length * 3 +
      lines.filter((line) => crosses(line, room)).length
    )
  })
  return present(places[costs.indexOf(Math.min(...costs))])
}

/** Places for the label of a gateway or event: above or below it first, then beside it, and at its corners. */
export function placesAround(shape: Bounds, width: number, height: number, isBelow: boolean): Bounds[] {
  const { x, y } = middleOf(shape)
  const [above, below] = [shape.y - height / 2 - 3, shape.y + shape.height + height / 2 + 4]
  const [left, right] = [shape.x - width / 2 - 5, shape.x + shape.width + width / 2 + 5]
  const [near, far] = isBelow ? [below, above] : [above, below]
  const aside = shape.width / 2
  return [
    { x, y: near },
    { x, y: far },
    { x: right, y },
    { x: left, y },
    ...[near, far].flatMap((at) => [
      { x: right - aside, y: at },
      { x: left + aside, y: at },
    ]),
  ].map((point) => boxAround(point, width, height))
}

/** Places for the label of a flow: on its straight parts, the longest first, and beside them. */
export function placesOn(lines: readonly Line[], width: number, height: number): Bounds[] {
  return lines
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .flatMap(({ from, to }) => {
      const isUpright = Math.abs(to.x - from.x) < Math.abs(to.y - from.y)
      const [aside, over] = isUpright ? [width / 2 + 5, 0] : [0, height / 2 + 3]
      return [0.5, 0.35, 0.65, 0.2, 0.8].flatMap((share) => {
        const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
        return [at, { x: at.x + aside, y: at.y - over }, { x: at.x - aside, y: at.y + over }]
      })
    })
    .map((point) => boxAround(point, width, height))
}

/** How far the lanes of returns are from the drawing, and from each other. */
const LANE = 26

/**
 * The way of a return that the definition does not draw: out of a step, along a lane below or above everything, and into
 * the step it leads to, past what stands between. `lane` counts the returns before it.
 */
export function wayBack(from: Bounds, to: Bounds, shapes: readonly Bounds[], lane: number): Point[] {
  const top = Math.min(...shapes.map(({ y }) => y)) - LANE * (lane + 1) - 12
  const bottom = Math.max(...shapes.map(({ y, height }) => y + height)) + LANE * (lane + 1) + 12
  const shares = [0.5, 0.3, 0.7, 0.12, 0.88]
  const others = (own: Bounds) => shapes.filter((shape) => shape !== own && !overlap(grown(own, -2), shape))
  const stub = (own: Bounds, y: number): { x: number; cost: number; edge: number } => {
    const edge = y < own.y ? own.y : own.y + own.height
    const stubs = shares.map((share) => {
      const x = own.x + own.width * share
      const line = { from: { x, y: edge }, to: { x, y } }
      return { x, edge, cost: others(own).filter((shape) => crosses(line, grown(shape, 3))).length }
    })
    return present(stubs.toSorted((one, other) => one.cost - other.cost)[0])
  }
  const ways = [bottom, top].map((y) => {
    const [out, back] = [stub(from, y), stub(to, y)]
    const length = Math.abs(out.edge - y) + Math.abs(back.edge - y)
    return {
      cost: (out.cost + back.cost) * 10_000 + length,
      points: [
        { x: out.x, y: out.edge },
        { x: out.x, y },
        { x: back.x, y },
        { x: back.x, y: back.edge },
      ],
    }
  })
  return present(ways.toSorted((one, other) => one.cost - other.cost)[0]).points
}
