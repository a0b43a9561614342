import type { HallRow } from './hall-rows.ts'

export const SIZE = 240
export const CENTRE = SIZE / 2
const REACH = 104
/** Nearer to each other, stations are drawn as one. */
const APART = 10

/** How far from the centre a distance is drawn: by its logarithm, so that what is near can be told apart. */
export const radiusOf = (km: number): number => Math.min(1, Math.log10(1 + km) / Math.log10(101)) * REACH

export type Spot = { name: string; stations: number; orders: number; km: number; x: number; y: number }

/** Where the stations of the orders are drawn, the nearest first; north is up. */
export function spotsOf(rows: readonly HallRow[]): Spot[] {
  const spots: Spot[] = []
  const at = new Map<string, Spot>()
  for (const { psId, psName, distanceKm: km, bearing } of rows.toSorted(nearest)) {
    if (km === null || bearing === null) continue
    const angle = (bearing / 180) * Math.PI
    const x = CENTRE + Math.sin(angle) * radiusOf(km)
    const y = CENTRE - Math.cos(angle) * radiusOf(km)
    const spot = at.get(psId) ?? spots.find((each) => Math.hypot(each.x - x, each.y - y) < APART)
    if (!spot) {
      const made = { name: psName, stations: 1, orders: 1, km, x, y }
      spots.push(made)
      at.set(psId, made)
      continue
    }
    spot.orders += 1
    if (!at.has(psId)) spot.stations += 1
    at.set(psId, spot)
  }
  return spots
}

const nearest = (a: HallRow, b: HallRow) => (a.distanceKm ?? Infinity) - (b.distanceKm ?? Infinity)

export type Label = { spot: Spot; text: string; x: number; y: number }

/** Half the width and the height that a name takes. */
const ROOM = { x: 112, y: 13 }
const EDGE = 58

/** The names under or over their spots, of the nearest ones; a name that would hide another is left out. */
export function labelsOf(spots: readonly Spot[]): Label[] {
  const labels: Label[] = []
  for (const spot of spots) {
    const text = `${spot.name.slice(-8)}${spot.stations > 1 ? ` 等 ${spot.stations} 站` : ''} ${spot.orders}`
    const x = Math.min(SIZE - EDGE, Math.max(EDGE, spot.x))
    const y = [spot.y + 16, spot.y - 9].find((each) =>
      labels.every((label) => Math.abs(label.x - x) > ROOM.x || Math.abs(label.y - each) > ROOM.y),
    )
    if (y !== undefined) labels.push({ spot, text, x, y })
  }
  return labels
}
