import { present } from '../../platform/certain.ts'
import type { Dice } from './random.ts'

/** Width of the piece's template; its height is the picture's. */
export const templateWidth = 47

/** How far a tab extends; the body keeps this distance from the template's edges. */
const margin = 6

/** How far a corner may be moved inwards: with slanted sides no pixel column of the picture is a straight edge. */
const lean = 4

/** An outline as SVG path data, relative to the top left corner of a box `templateWidth` wide. */
export interface Shape {
  readonly data: string
  readonly height: number
}

type Place = readonly [x: number, y: number]
type Side = 'tab' | 'blank' | 'flat'

/** A jigsaw piece: every side is a tab, a blank or plain; at least one tab and one blank. */
export function jigsawShape(dice: Dice): Shape {
  const any = () => dice.pick<Side>(['tab', 'blank', 'flat'])
  const order = dice.chance(0.5)
    ? (['tab', 'blank', any(), any()] as const)
    : (['tab', any(), 'blank', any()] as const)
  const turn = dice.whole(0, 3)
  const height = dice.whole(46, 51)
  const [right, bottom] = [templateWidth - margin, height - margin]
  const inward = () => dice.between(0, lean)
  const corners: readonly Place[] = [
    [margin + inward(), margin + inward()],
    [right - inward(), margin + inward()],
    [right - inward(), bottom - inward()],
    [margin + inward(), bottom - inward()],
  ]
  let data = `M${written(present(corners[0]))}`
  for (const [index, corner] of corners.entries()) {
    data += sideOf(dice, present(order[(index + turn) % 4]), corner, present(corners[(index + 1) % 4]))
  }
  return { data: `${data}Z`, height }
}

/** One side, clockwise: two slightly curved halves with the tab between them. */
function sideOf(dice: Dice, side: Side, from: Place, to: Place): string {
  const [along, across] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(along, across)
  /** `out` is the distance from the straight line between the corners, away from the piece. */
  const at = (share: number, out: number): Place => [
    from[0] + along * share + (across / length) * out,
    from[1] + across * share - (along / length) * out,
  ]
  const bend = dice.between(-1.6, 1.6)
  if (side === 'flat') return `Q${written(at(0.5, bend * 2))} ${written(to)}`
  const radius = dice.between(4.3, 5.1)
  const offset = margin - 0.4 - radius
  const half = Math.sqrt(radius ** 2 - offset ** 2) / length
  const middle = dice.between(0.42, 0.58)
  const sweep = side === 'tab' ? 1 : 0
  return (
    `Q${written(at((middle - half) / 2, bend))} ${written(at(middle - half, 0))}` +
    `A${radius} ${radius} 0 1 ${sweep} ${written(at(middle + half, 0))}` +
    `Q${written(at((middle + half + 1) / 2, bend))} ${written(to)}`
  )
}

function written([x, y]: Place): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`
}

/**
 * A disc, a drop, a rounded diamond, a four-leaf and a bolt; then shapes with upright sides, which mislead attackers
 * that look for columns of edges: a hexagon, a shield, a house, a card, a battery and a capsule.
 */
const decoys: readonly [Shape, ...Shape[]] = [
  { data: 'M23.5 5A18.5 18.5 0 1 1 23.4 5Z', height: 47 },
  { data: 'M23.5 3C30 13 40 20 40 30A16.5 15 0 0 1 7 30C7 20 17 13 23.5 3Z', height: 48 },
  {
    data: 'M20 6Q23.5 2.5 27 6L42 20.5Q45.5 24 42 27.5L27 42Q23.5 45.5 20 42L5 27.5Q1.5 24 5 20.5Z',
    height: 48,
  },
  {
    data: 'M15 15A9.5 9.5 0 1 1 32 15A9.5 9.5 0 1 1 32 33A9.5 9.5 0 1 1 15 33A9.5 9.5 0 1 1 15 15Z',
    height: 48,
  },
  { data: 'M28 3L6 28L20 28L16 45L41 19L27 19Z', height: 48 },
  { data: 'M23.5 3L41 13L41 35L23.5 45L6 35L6 13Z', height: 48 },
  { data: 'M7 8Q16 9 23.5 4Q31 9 40 8L40 28Q38 38 23.5 45Q9 38 7 28Z', height: 48 },
  { data: 'M23.5 3L43 20L40 20L40 44L7 44L7 20L4 20Z', height: 48 },
  { data: 'M12 5L35 5Q40 5 40 10L40 38Q40 43 35 43L12 43Q7 43 7 38L7 10Q7 5 12 5Z', height: 48 },
  {
    data: 'M18 4L29 4L29 9L37 9Q39 9 39 11L39 42Q39 44 37 44L10 44Q8 44 8 42L8 11Q8 9 10 9L18 9Z',
    height: 48,
  },
  { data: 'M9 18A14.5 14.5 0 0 1 38 18L38 30A14.5 14.5 0 0 1 9 30Z', height: 48 },
]

export function decoyShape(dice: Dice): Shape {
  return dice.pick(decoys)
}
