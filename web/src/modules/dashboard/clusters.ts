import type { Received } from '@heliodesk/contract/call.ts'
import type { dashboardCalls } from '@heliodesk/contract/dashboard.ts'

export type Point = Received<typeof dashboardCalls.places>['points'][number]

/** Degrees that are shown. */
export type View = { west: number; east: number; south: number; north: number }
export type Size = { width: number; height: number }

type Amounts = Pick<Point, 'stations' | 'openOrders' | 'overdue' | 'outages' | 'lossPower' | 'capacityKwp'>

/** One marker, in pixels, and everything it stands for. */
export type Cluster = Amounts & { x: number; y: number; points: Point[] }

/** No closer than this, so that a single station does not fill the map. */
const LEAST_DEGREES = 2.4
const MARGIN = 0.1
/** Markers closer than this become one. */
const NEAR_PX = 30

/** What shows all points with a margin, in the shape of the card. */
export function viewOf(points: readonly Point[], { width, height }: Size): View {
  const longitudes = points.map((point) => point.longitude)
  const latitudes = points.map((point) => point.latitude)
  const middle = {
    x: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    y: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  }
  const squeeze = squeezeAt(middle.y)
  const wide = Math.max(LEAST_DEGREES, Math.max(...longitudes) - Math.min(...longitudes)) * squeeze
  const high = Math.max(LEAST_DEGREES, Math.max(...latitudes) - Math.min(...latitudes))
  const perPixel = Math.max(wide / width, high / height) * (1 + 2 * MARGIN)
  const halfWide = (width * perPixel) / 2 / squeeze
  const halfHigh = (height * perPixel) / 2
  return {
    west: middle.x - halfWide,
    east: middle.x + halfWide,
    south: middle.y - halfHigh,
    north: middle.y + halfHigh,
  }
}

/** How much shorter a degree of longitude is than one of latitude. */
const squeezeAt = (latitude: number) => Math.max(0.2, Math.cos((latitude * Math.PI) / 180))

export function project(view: View, { width, height }: Size) {
  return ({ longitude, latitude }: { longitude: number; latitude: number }) => ({
    x: ((longitude - view.west) / (view.east - view.west)) * width,
    y: ((view.north - latitude) / (view.north - view.south)) * height,
  })
}

/** Markers that do not overlap: whatever is too near becomes one, until nothing is. */
export function clustersOf(points: readonly Point[], view: View, size: Size): Cluster[] {
  const place = project(view, size)
  const ordered = points.toSorted((a, b) => b.stations - a.stations || a.longitude - b.longitude)
  let clusters: Cluster[] = ordered.map((point) => ({
    ...place(point),
    ...amountsOf(point),
    points: [point],
  }))
  for (let before = Infinity; clusters.length < before;) {
    before = clusters.length
    const kept: Cluster[] = []
    for (const cluster of clusters) {
      const at = kept.findIndex((each) => areNear(each, cluster))
      if (at < 0) kept.push(cluster)
      else kept[at] = joined(kept[at]!, cluster)
    }
    clusters = kept
  }
  return clusters
}

const amountsOf = ({ stations, openOrders, overdue, outages, lossPower, capacityKwp }: Amounts): Amounts => ({
  stations,
  openOrders,
  overdue,
  outages,
  lossPower,
  capacityKwp,
})

const areNear = (a: Cluster, b: Cluster) =>
  Math.hypot(a.x - b.x, a.y - b.y) < Math.max(NEAR_PX, radiusOf(a.stations) + radiusOf(b.stations) + 2)

function joined(a: Cluster, b: Cluster): Cluster {
  const stations = a.stations + b.stations
  const weigh = (one: number, other: number) => (one * a.stations + other * b.stations) / stations
  return {
    x: weigh(a.x, b.x),
    y: weigh(a.y, b.y),
    points: [...a.points, ...b.points],
    stations,
    openOrders: a.openOrders + b.openOrders,
    overdue: a.overdue + b.overdue,
    outages: a.outages + b.outages,
    lossPower: a.lossPower + b.lossPower,
    capacityKwp: a.capacityKwp + b.capacityKwp,
  }
}

/** Where the map's lines go: whole degrees, a handful of them. */
export function graticule({ west, east, south, north }: View): { meridians: number[]; parallels: number[] } {
  const span = Math.max(east - west, north - south)
  const step = [1, 2, 5, 10, 20].find((each) => span / each <= 8) ?? 30
  return { meridians: multiples(step, west, east), parallels: multiples(step, south, north) }
}

function multiples(step: number, from: number, to: number): number[] {
  const found: number[] = []
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) found.push(at)
  return found
}

export type Label = { text: string; x: number; y: number }

const CHARACTER_PX = 12
const LINE_PX = 16

/** Names of provinces over their largest cluster, as far as they do not cover a marker or each other. */
export function labelsOf(clusters: readonly Cluster[], { width, height }: Size): Label[] {
  const largest = new Map<string, Cluster>()
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

/** In pixels: a dot for one station, a disc with its number for more. */
export const radiusOf = (stations: number): number =>
  stations === 1 ? 4 : Math.min(16, 8 + 1.6 * Math.log2(stations))
