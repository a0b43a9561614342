import { formatNumber } from '../../../kit/format.ts'
import { HOUR, isOpen, MINUTE, planOf, startOfDay, DAY, type OrderBar, type Plan } from './plan-time.ts'
import { type Span } from '@heliodesk/contract/days.ts'
import { type Zoom } from './period.ts'

/** Sizes in px (design: components "Gantt"). */
export const LANE = 28
const BAR = 22
export const LEFT = 248
const PAD = 7
const LEAST_ROW = 66
/** The narrowest column of a day, and of an hour of the only day. */
const LEAST_COLUMN: Record<Zoom, number> = { day: 44, week: 64, month: 30 }
const LEAST_BAR = 4
const MOST_LABEL = 190

/** How times are places on the screen. */
export type Scale = Plan & { width: number; perMs: number; columns: number }

/** The period over at least this width; narrow columns scroll. */
export function scaleOf(zoom: Zoom, { begin, end }: Span, room: number): Scale {
  const [start, until] = [startOfDay(begin), startOfDay(end) + DAY]
  const columns = zoom === 'day' ? 24 : (until - start) / DAY
  const width = Math.max(room, columns * LEAST_COLUMN[zoom])
  return { start, end: until, width, perMs: width / (until - start), columns }
}

export const placeOf = (scale: Scale, moment: number): number => (moment - scale.start) * scale.perMs

/** The part of a plan within the period; null outside of it. */
export function spanOf(scale: Scale, { start, end }: Plan): { x: number; width: number } | null {
  if (start >= scale.end || end < scale.start) return null
  const from = Math.max(start, scale.start)
  const x = placeOf(scale, from)
  const width = placeOf(scale, Math.min(end, scale.end)) - x
  return { x: Math.min(x, scale.width - LEAST_BAR), width: Math.max(LEAST_BAR, width) }
}

/** How far one step moves a plan: by pointer, and finely with Alt. */
export const STEP: Record<Zoom, number> = { day: 15 * MINUTE, week: HOUR, month: DAY }
export const FINE_STEP = 15 * MINUTE

/** The nearest whole steps to this many px, the same in both directions. */
const wholeSteps = ({ perMs }: Scale, px: number, step: number): number =>
  Math.sign(px) * Math.round(Math.abs(px) / perMs / step) * step

/** A plan moved by this many px, to whole steps; its length stays. */
export function movedBy(scale: Scale, plan: Plan, px: number, step: number): Plan {
  const by = wholeSteps(scale, px, step)
  return { start: plan.start + by, end: plan.end + by }
}

/** A plan whose end is moved, to whole steps; at least one step is left, or what there was. */
export function endMovedBy(scale: Scale, { start, end }: Plan, px: number, step: number): Plan {
  const by = wholeSteps(scale, px, step)
  return { start, end: Math.max(end + by, Math.min(end, start + step)) }
}

/** An order at its place in a row. */
export type Placed = {
  bar: OrderBar
  x: number
  width: number
  /** The part after the planned end until now, of an open order. */
  late: number
  lane: number
  /** Where the label has room: in the bar, or beside it. */
  label: 'inside' | 'right' | 'left'
}

/** How wide a text is at 12 px, about: Chinese characters are square. */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letter > '⺀' ? 12.5 : 7
  return Math.min(MOST_LABEL, width)
}

/** What stands in or beside a bar; of one that is late as far as it is shown, by how much. */
export const labelOf = ({ taskDescription, overHours }: OrderBar, late: number): string =>
  late > 0 && overHours !== null ? `${taskDescription} · 超 ${formatNumber(overHours, 1)} h` : taskDescription

const GLYPH = 26
/** A label may lose so much of its width to stay in its bar. */
const MOST_CUT = 0.7

/** Places bars in as few lanes as there are, so that neither bars nor labels cover each other. Sorted by start. */
export function placeBars(scale: Scale, bars: readonly OrderBar[], now: number): Placed[][] {
  const lanes: Placed[][] = []
  const ends: number[] = []
  for (const bar of bars) {
    const plan = planOf(bar)
    const span = spanOf(scale, plan)
    if (!span) continue
    const { x, width } = span
    const isLate = isOpen(bar) && now > plan.end && plan.end > scale.start
    const late = isLate ? Math.max(0, placeOf(scale, Math.min(now, scale.end)) - x - width) : 0
    const text = GLYPH + textWidth(labelOf(bar, late))
    const right = x + width + late
    const label =
      width >= text * MOST_CUT ? 'inside' : right + text > scale.width && x > text ? 'left' : 'right'
    const from = label === 'left' ? x - text : x
    let lane = ends.findIndex((taken) => taken <= from)
    if (lane < 0) lane = ends.length
    ends[lane] = right + (label === 'right' ? text : 0) + 4
    const placed = { bar, x, width, late, lane, label } as const
    const own = lanes[lane]
    if (own) own.push(placed)
    else lanes[lane] = [placed]
  }
  return lanes
}

export type RowGroup = { key: string; name: string; note: string; bars: OrderBar[] }
export type Row = RowGroup & { lanes: Placed[][]; top: number; height: number }

/** Rows below each other, each as high as its lanes. */
export function layOut(
  scale: Scale,
  groups: readonly RowGroup[],
  now: number,
): { rows: Row[]; height: number } {
  let top = 0
  const rows = groups.map((group) => {
    const lanes = placeBars(scale, group.bars, now)
    const height = Math.max(LEAST_ROW, lanes.length * LANE + 2 * PAD)
    const row = { ...group, lanes, top, height }
    top += height
    return row
  })
  return { rows, height: top }
}

export const laneTop = (lane: number): number => PAD + lane * LANE + (LANE - BAR) / 2

/** The rows that touch the range, from the first to before the last. */
export function rowsWithin(rows: readonly Row[], top: number, bottom: number): [from: number, to: number] {
  const after = (place: number) => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows[middle]!.top + rows[middle]!.height <= place) low = middle + 1
      else high = middle
    }
    return low
  }
  const from = after(top)
  let to = from
  while (to < rows.length && rows[to]!.top < bottom) to++
  return [from, to]
}

/** A row with more lanes draws only those within the range. */
const MANY_LANES = 6

/** The lanes of a row that touch the range. */
export function lanesWithin({ lanes, top }: Row, from: number, to: number): [from: number, to: number] {
  if (lanes.length <= MANY_LANES) return [0, lanes.length]
  const at = (place: number) => Math.max(0, Math.min(lanes.length, Math.floor((place - top - PAD) / LANE)))
  return [at(from), Math.min(lanes.length, at(to) + 1)]
}
