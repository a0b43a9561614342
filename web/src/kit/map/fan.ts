import type { Pixel, Size } from './camera.ts'

/** A station at its pixel. */
export type FanPoint = Pixel & {
  key: string
  name: string
  /** The project; stations of one project and place share its title. */
  group: string
  place: string
  megawatts: number | null
}

/** A station's dot, and where its text begins (`start`) or ends. */
export type Dot = Pixel & {
  key: string
  radius: number
  label: (Pixel & { text: string; side: Side }) | null
}

type Side = 'start' | 'end'

type Title = Pixel & { text: string; note: string; side: Side }

/** Stations of one place: fanned out around it, or one disc that stands for all of them. */
export type Fan =
  | { kind: 'fan'; at: Pixel; dots: Dot[]; titles: Title[] }
  | { kind: 'disc'; at: Pixel; radius: number; keys: string[]; titles: Title[] }

/** Stations nearer than this are of one place. */
const NEAR_PX = 24
const LEAST_RADIUS = 4.5
const MOST_RADIUS = 46
const ROW_PX = 24
const TITLE_PX = 36
/** From a title to its note below. */
export const NOTE_PX = 17
const GAP_PX = 10
/** From the place to the dots beside it, and how much further the middle of the arc is. */
const REACH_PX = 30
const BULGE_PX = 20
const EDGE_PX = 8
/** Half the width of a place that is kept free. */
const ORIGIN_PX = 12
/** Letters that a common beginning of names has at least. */
const LEAST_TITLE = 3

/** The area of a dot is the power of its station. */
export const dotRadius = (megawatts: number | null): number =>
  Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, 3 * Math.sqrt(megawatts ?? 0)))

/**
 * The stations of a map as dots with names. Those of one place fan out beside it, the largest first, by project; a place
 * without room for its names is a disc, which zooming in dissolves. Names keep off the boxes of `covered`.
 */
export function fanOut(
  points: readonly FanPoint[],
  size: Size,
  textOf: TextOf,
  noteOf: NoteOf,
  covered: readonly Box[] = [],
): Fan[] {
  const places = placesOf(points)
  // Names never cover the place of other stations.
  const origins = places.map(([{ x, y } = { x: 0, y: 0 }]) => around({ x, y }, ORIGIN_PX))
  const taken = [...covered]
  return places.map((place, at) => {
    const first: Side = place[0]!.x < size.width * 0.62 ? 'start' : 'end'
    const others = origins.filter((_origin, other) => other !== at)
    for (const side of [first, opposite(first)]) {
      for (const above of place.length === 1 ? [0.5] : [0.5, 0.8, 0.2]) {
        const fan =
          place.length === 1
            ? alone(place[0]!, side, noteOf)
            : fanned(place, side, above, size, textOf, noteOf)
        const boxes = boxesOf(fan)
        const isFree = (box: Box) =>
          isInside(box, size) && ![...taken, ...others].some((other) => overlap(box, other))
        if (!boxes.every(isFree)) continue
        taken.push(...boxes)
        return fan
      }
    }
    const fan = folded(place)
    const reach = fan.kind === 'disc' ? fan.radius : dotRadius(place[0]!.megawatts)
    taken.push(around(fan.at, Math.max(ORIGIN_PX, reach)))
    const name = nameOfAll(place)
    for (const y of [fan.at.y + reach + 10, fan.at.y - reach - 10]) {
      const title: Title = { text: name, note: '', x: fan.at.x - widthOf(name) / 2, y, side: 'start' }
      const box = textBox(name, title, 'start', 16)
      if (!isInside(box, size) || [...taken, ...others].some((other) => overlap(box, other))) continue
      taken.push(box)
      fan.titles.push(title)
      break
    }
    return fan
  })
}

const opposite = (side: Side): Side => (side === 'start' ? 'end' : 'start')

const powerOf = (points: readonly FanPoint[]) =>
  points.reduce((sum, { megawatts }) => sum + (megawatts ?? 0), 0)

const NUMERALS = '一二三四五六七八九'

/** A name whose phases are in the order of their numbers. */
const numbered = (name: string) =>
  name.replaceAll(/[一二三四五六七八九]/g, (each) => String(NUMERALS.indexOf(each) + 1))

const byPower = (a: FanPoint, b: FanPoint) =>
  (b.megawatts ?? 0) - (a.megawatts ?? 0) ||
  numbered(a.name).localeCompare(numbered(b.name), 'zh', { numeric: true })

/** Whether two stations are of one place, or their dots would touch. */
const areNear = (a: FanPoint, b: FanPoint) =>
  Math.hypot(a.x - b.x, a.y - b.y) < Math.max(NEAR_PX, dotRadius(a.megawatts) + dotRadius(b.megawatts))

/** The stations by place, the largest place first. */
function placesOf(points: readonly FanPoint[]): FanPoint[][] {
  const places: FanPoint[][] = []
  for (const point of points.toSorted(byPower)) {
    const near = places.find((place) => place.some((each) => areNear(each, point)))
    if (near) near.push(point)
    else places.push([point])
  }
  return places.toSorted((a, b) => powerOf(b) - powerOf(a))
}

/** The text at a dot; `rest` is what its name says beyond its title. */
type TextOf = (rest: string, point: FanPoint) => string
type NoteOf = (points: readonly FanPoint[]) => string

function alone(point: FanPoint, side: Side, noteOf: NoteOf): Fan {
  const { key, x, y } = point
  const radius = dotRadius(point.megawatts)
  const away = (radius + 6) * (side === 'start' ? 1 : -1)
  return {
    kind: 'fan',
    at: { x, y },
    dots: [{ key, x, y, radius, label: null }],
    titles: [{ text: point.name, note: noteOf([point]), x: x + away, y: y - 9, side }],
  }
}

/** `above` is the share of the dots that stands above the place. */
function fanned(
  place: readonly FanPoint[],
  side: Side,
  above: number,
  size: Size,
  textOf: TextOf,
  noteOf: NoteOf,
): Fan {
  const { x, y } = place[0]!
  const projects = [...new Set(place.map(({ group }) => group))]
    .map((name) => place.filter(({ group }) => group === name))
    .toSorted((a, b) => powerOf(b) - powerOf(a))
  const dots: Dot[] = []
  const titles: Title[] = []
  // One project opens to one side; several alternate, so that neither side becomes too long.
  for (const [turn, each] of [side, opposite(side)].entries()) {
    const here = projects.filter((_project, at) => at % 2 === turn)
    const sign = each === 'start' ? 1 : -1
    const heights = here.map((some) => TITLE_PX + some.reduce((sum, point) => sum + heightOf(point), 0))
    const height = heights.reduce((sum, one) => sum + one, GAP_PX * Math.max(0, here.length - 1))
    const first = Math.min(
      Math.max(EDGE_PX, y - height * above),
      Math.max(EDGE_PX, size.height - EDGE_PX - height),
    )
    let top = first
    for (const some of here) {
      const widest = Math.max(...some.map(({ megawatts }) => dotRadius(megawatts)))
      const title = titleOf(some)
      titles.push({
        text: title,
        note: noteOf(some),
        x: x + sign * REACH_PX,
        y: top + 9,
        side: each,
      })
      top += TITLE_PX
      for (const point of some) {
        const radius = dotRadius(point.megawatts)
        const middle = top + heightOf(point) / 2
        const off = height === 0 ? 0 : (middle - first - height / 2) / (height / 2)
        const across = x + sign * (REACH_PX + BULGE_PX * (1 - off * off) + widest)
        dots.push({
          key: point.key,
          x: across,
          y: middle,
          radius,
          label: {
            text: textOf(
              point.name.startsWith(title) ? point.name.slice(title.length).trim() : point.name,
              point,
            ),
            x: across + sign * (radius + 6),
            y: middle,
            side: each,
          },
        })
        top += heightOf(point)
      }
      top += GAP_PX
    }
  }
  return { kind: 'fan', at: { x, y }, dots, titles }
}

/** What the names of a project's stations begin with, where that says enough; else the project's name. */
function titleOf(some: readonly FanPoint[]): string {
  const [first = '', ...names] = some.map(({ name }) => name)
  let length = first.length
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length -= 1
  return length >= LEAST_TITLE ? first.slice(0, length).trim() : some[0]!.group
}

/** The name of a place with one station or many. */
function nameOfAll(place: readonly FanPoint[]): string {
  if (place.length === 1) return place[0]!.name
  const title = titleOf(place)
  return place.every(({ group, name }) => group === place[0]!.group || name.startsWith(title))
    ? title
    : `${title} 等`
}

const heightOf = ({ megawatts }: FanPoint) => Math.max(ROW_PX, 2 * dotRadius(megawatts) + 4)

function folded(place: readonly FanPoint[]): Fan {
  const [{ key, x, y, megawatts }] = place as [FanPoint]
  if (place.length === 1)
    return {
      kind: 'fan',
      at: { x, y },
      dots: [{ key, x, y, radius: dotRadius(megawatts), label: null }],
      titles: [],
    }
  const radius = Math.max(11, dotRadius(powerOf(place)))
  return { kind: 'disc', at: { x, y }, radius, keys: place.map((each) => each.key), titles: [] }
}

const around = ({ x, y }: Pixel, reach: number): Box => ({
  left: x - reach,
  right: x + reach,
  top: y - reach,
  bottom: y + reach,
})

export type Box = { left: number; right: number; top: number; bottom: number }

/** The width of a text of 12 px, wide characters being square. */
const widthOf = (text: string) => {
  const wide = text.replaceAll(/[^\u2E80-\uFFEF]/g, '').length
  return 13 * wide + 7.2 * (text.length - wide)
}

function textBox(text: string, { x, y }: Pixel, side: Side, height: number): Box {
  const width = widthOf(text)
  return {
    left: side === 'start' ? x : x - width,
    right: side === 'start' ? x + width : x,
    top: y - height / 2,
    bottom: y + height / 2,
  }
}

function boxesOf(fan: Fan): Box[] {
  if (fan.kind === 'disc') return []
  return [
    ...fan.dots.map(({ x, y, radius }) => ({
      left: x - radius,
      right: x + radius,
      top: y - radius,
      bottom: y + radius,
    })),
    ...fan.dots.flatMap(({ label }) => (label ? [textBox(label.text, label, label.side, 16)] : [])),
    ...fan.titles.flatMap((title) => [
      textBox(title.text, title, title.side, 16),
      textBox(title.note, { x: title.x, y: title.y + NOTE_PX }, title.side, 16),
    ]),
  ]
}

const isInside = ({ left, right, top, bottom }: Box, { width, height }: Size) =>
  left >= 2 && right <= width - 2 && top >= 2 && bottom <= height - 2

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
