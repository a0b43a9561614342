/** The geometry of the sign-in scene, in its own pixels; the arc is the day from 06:00 to 18:00. */
export type Scene = {
  width: number
  height: number
  /** On phones, where the scene is only the top of the page. */
  compact: boolean
  horizon: number
  arc: { x: number; y: number; radius: number }
}

const DAWN = 6
const DUSK = 18

export function layScene(width: number, height: number, compact: boolean): Scene {
  const horizon = Math.round(height * (compact ? 0.845 : 0.6145))
  const radius = compact ? Math.min(width * 0.43, horizon - 84) : Math.min(width * 0.372, horizon * 0.515)
  return { width, height, compact, horizon, arc: { x: width / 2, y: horizon - (compact ? 2 : 5), radius } }
}

/** The point of an hour on the arc, moved `outwards` by this many pixels. */
export function pointAt({ arc }: Scene, hour: number, outwards = 0): { x: number; y: number } {
  const angle = (Math.PI * (hour - DAWN)) / (DUSK - DAWN)
  const radius = arc.radius + outwards
  return { x: arc.x - radius * Math.cos(angle), y: arc.y - radius * Math.sin(angle) }
}

export const isDaylight = (hour: number): boolean => hour > DAWN && hour < DUSK

/** The hour at which the drawn path ends: the current time by day, the end of the arc at night. */
export const travelledUntil = (hour: number): number => (hour <= DAWN ? DAWN : Math.min(hour, DUSK))

/** The complete path of the sun. */
export function arcPath(scene: Scene): string {
  const [start, end] = [pointAt(scene, DAWN), pointAt(scene, DUSK)]
  const { radius } = scene.arc
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`
}

/** Hours of the arc, used as the `pathLength` of its path. */
export const DAY = DUSK - DAWN

/** The dash pattern that shows the path only up to this hour. */
export const travelledDash = (until: number): string => `${until - DAWN} ${DAY}`

/** Ticks every quarter of an hour; full hours are longer. */
export function ticks(scene: Scene): { hour: number; path: string }[] {
  return Array.from({ length: (DUSK - DAWN) * 4 + 1 }, (_, i) => {
    const hour = DAWN + i / 4
    const inner = pointAt(scene, hour, 1)
    const outer = pointAt(scene, hour, Number.isInteger(hour) ? 11 : 5)
    return { hour, path: `M${inner.x} ${inner.y}L${outer.x} ${outer.y}` }
  })
}

export const haloOf = ({ compact }: Scene): number => (compact ? 17 : 30)

const LABELS = [6, 9, 12, 15, 18]
/** Half the width and height of a label in sign-in.css, with a margin. */
const HALF_LABEL = { width: 21, height: 11 }

export type HourLabel = { hour: number; x: number; y: number }

/** The hour labels along the arc, without those that the sun covers; `sun` is null at night. */
export function layLabels(scene: Scene, sun: { x: number; y: number } | null): HourLabel[] {
  return LABELS.filter((hour) => !(scene.compact && (hour === DAWN || hour === DUSK)))
    .map((hour) => ({ hour, ...pointAt(scene, hour, hour === DAWN || hour === DUSK ? 28 : 25) }))
    .filter(({ x, y }) => {
      if (!sun) return true
      const aside = Math.max(0, Math.abs(x - sun.x) - HALF_LABEL.width)
      const above = Math.max(0, Math.abs(y - sun.y) - HALF_LABEL.height)
      return Math.hypot(aside, above) > haloOf(scene)
    })
}

export type Row = {
  top: number
  bottom: number
  face: string
  seams: string
  cells: string
  glint: string | null
}

const NEAREST_ROWS = 14
const GROWTH = 1.355
const DEPTH = 1.235
/** The ratio of a row's lower edge to its upper edge. */
const LEAN = 1.17

/** Rows of modules in perspective, from the horizon towards the viewer; `sunX` is null at night. */
export function layRows(scene: Scene, sunX: number | null): Row[] {
  const { width, height, horizon } = scene
  const vanishing = horizon - 23
  const centre = width * 0.513
  const rows: Row[] = []
  for (let i = 0, reach = 32; i < NEAREST_ROWS && vanishing + reach < height; i++, reach *= GROWTH) {
    const top = vanishing + reach
    const bottom = vanishing + reach * DEPTH
    const pitch = (reach * 0.75) / 3
    const lines = Math.ceil(width / 2 / pitch) + 1
    const seam = (n: number) => `M${centre + n * pitch} ${top}L${centre + n * pitch * LEAN} ${bottom}`
    const all = Array.from({ length: 2 * lines + 1 }, (_, n) => n - lines)
    const third = (bottom - top) / 3
    rows.push({
      top,
      bottom,
      face: `M0 ${top}H${width}V${bottom}H0z`,
      seams: all
        .filter((n) => n % 3 === 0)
        .map(seam)
        .join(''),
      cells: `${all
        .filter((n) => n % 3 !== 0)
        .map(seam)
        .join('')}M0 ${top + third}H${width}M0 ${top + 2 * third}H${width}`,
      glint: sunX === null ? null : glintOf(scene, sunX, top, bottom),
    })
  }
  return rows
}

/** The sun's reflection, from the horizon towards the viewer. */
function glintOf({ width, height, horizon }: Scene, sunX: number, top: number, bottom: number): string {
  const middle = (y: number) =>
    width / 2 + (sunX - width / 2) * (0.5 + (1.1 * (y - horizon)) / (height - horizon))
  const half = (y: number) => 13 + (y - horizon) * 0.17
  const [m1, m2, h1, h2] = [middle(top), middle(bottom), half(top), half(bottom)]
  return `M${m1 - h1} ${top}H${m1 + h1}L${m2 + h2} ${bottom}H${m2 - h2}z`
}
