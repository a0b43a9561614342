import type { Pixel, Size } from './camera.ts'

/** A marker in pixels, and the points that it represents. */
export type Cluster<P> = Pixel & { stations: number; points: P[] }

/** Markers closer than this are merged. */
const NEAR_PX = 30

/** The radius in pixels: a dot for one station, a disc with a number for more. */
export const radiusOf = (stations: number): number =>
  stations === 1 ? 4 : Math.min(16, 8 + 1.6 * Math.log2(stations))

/** Merges markers until none overlap. */
export function gather<P>(single: readonly Cluster<P>[]): Cluster<P>[] {
  let clusters = single.toSorted((a, b) => b.stations - a.stations || a.x - b.x)
  for (let before = Infinity; clusters.length < before;) {
    before = clusters.length
    const kept: Cluster<P>[] = []
    for (const cluster of clusters) {
      const at = kept.findIndex((each) => areNear(each, cluster))
      if (at < 0) kept.push(cluster)
      else kept[at] = joined(kept[at]!, cluster)
    }
    clusters = kept
  }
  return clusters
}

const areNear = (a: Cluster<unknown>, b: Cluster<unknown>) =>
  Math.hypot(a.x - b.x, a.y - b.y) < Math.max(NEAR_PX, radiusOf(a.stations) + radiusOf(b.stations) + 2)

function joined<P>(a: Cluster<P>, b: Cluster<P>): Cluster<P> {
  const stations = a.stations + b.stations
  const weigh = (one: number, other: number) => (one * a.stations + other * b.stations) / stations
  return { x: weigh(a.x, b.x), y: weigh(a.y, b.y), points: [...a.points, ...b.points], stations }
}

/** Merges the points of each grid cell of this width, so that tens of thousands become few before they are compared. */
export function binned<P>(points: readonly Cluster<P>[], width: number): Cluster<P>[] {
  const bins = new Map<string, Cluster<P>[]>()
  for (const point of points) {
    const place = `${Math.floor(point.x / width)} ${Math.floor(point.y / width)}`
    const bin = bins.get(place)
    if (bin) bin.push(point)
    else bins.set(place, [point])
  }
  return [...bins.values()].map((bin) => {
    if (bin.length === 1) return bin[0]!
    const stations = bin.reduce((sum, each) => sum + each.stations, 0)
    const mean = (of: 'x' | 'y') => bin.reduce((sum, each) => sum + each[of] * each.stations, 0) / stations
    return { x: mean('x'), y: mean('y'), stations, points: bin.flatMap((each) => each.points) }
  })
}

export type Label = { text: string } & Pixel

const CHARACTER_PX = 12
const LINE_PX = 16

/** Province names above their largest cluster, where they do not cover a marker or each other. */
export function labelsOf(
  clusters: readonly Cluster<{ province: string | null }>[],
  { width, height }: Size,
): Label[] {
  const largest = new Map<string, Cluster<unknown>>()
  for (const cluster of clusters) {
    for (const name of new Set(cluster.points.map(({ province }) => province))) {
      if (name && (largest.get(name)?.stations ?? 0) < cluster.stations) largest.set(name, cluster)
    }
  }
  const taken = clusters.map(({ x, y, stations }) =>
    boxAround(x, y, 2 * radiusOf(stations), 2 * radiusOf(stations)),
  )
  const labels: Label[] = []
  for (const [text, cluster] of [...largest].toSorted(([, a], [, b]) => b.stations - a.stations)) {
    const wide = text.length * CHARACTER_PX + 2
    const away = radiusOf(cluster.stations) + LINE_PX / 2 + 1
    const places = [
      { x: cluster.x, y: cluster.y - away },
      { x: cluster.x, y: cluster.y + away },
      { x: cluster.x + wide / 2 + away - 4, y: cluster.y },
      { x: cluster.x - wide / 2 - away + 4, y: cluster.y },
    ]
    const free = places.find(({ x, y }) => {
      const box = boxAround(x, y, wide, LINE_PX)
      const inside = box.left >= 2 && box.right <= width - 2 && box.top >= 2 && box.bottom <= height - 2
      return inside && !taken.some((other) => overlap(box, other))
    })
    if (!free) continue
    taken.push(boxAround(free.x, free.y, wide, LINE_PX))
    labels.push({ text, ...free })
  }
  return labels
}

type Box = { left: number; right: number; top: number; bottom: number }

const boxAround = (x: number, y: number, wide: number, high: number): Box => ({
  left: x - wide / 2,
  right: x + wide / 2,
  top: y - high / 2,
  bottom: y + high / 2,
})

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Whether a short text fits between the markers at this position. */
export const isFree = (clusters: readonly Cluster<unknown>[], x: number, y: number) =>
  !clusters.some((each) => Math.hypot(each.x - x, each.y - y) < radiusOf(each.stations) + 16)
