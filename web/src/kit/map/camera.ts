/** A position on the earth, in degrees. */
export type Coordinates = { longitude: number; latitude: number }
export type Size = { width: number; height: number }
export type Pixel = { x: number; y: number }

/** The map's centre and zoom; at zoom 0 the whole world is 256 px wide (Web Mercator, EPSG:3857). */
export type Camera = Coordinates & { zoom: number }

/** The visible area, in degrees. */
export type View = { west: number; east: number; south: number; north: number }

export const TILE_PX = 256
export const ZOOM = { least: 1, most: 17 }

/** The highest latitude of Web Mercator. */
const POLE = 85.05

/** The position in a world of size 1 × 1, from the north-west. */
export function unitOf({ longitude, latitude }: Coordinates): Pixel {
  const sine = Math.sin((clamp(latitude, -POLE, POLE) * Math.PI) / 180)
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

const coordinatesOf = ({ x, y }: Pixel): Coordinates => ({
  longitude: (x - 0.5) * 360,
  latitude: (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI,
})

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The width of the whole world in pixels. */
export const scaleOf = (zoom: number) => TILE_PX * 2 ** zoom

/** Maps a position in the unit world to pixels. */
export function placer(camera: Camera, { width, height }: Size) {
  const middle = unitOf(camera)
  const scale = scaleOf(camera.zoom)
  return (unit: Pixel): Pixel => ({
    x: (unit.x - middle.x) * scale + width / 2,
    y: (unit.y - middle.y) * scale + height / 2,
  })
}

/** Maps coordinates to pixels. */
export function project(camera: Camera, size: Size) {
  const place = placer(camera, size)
  return (at: Coordinates): Pixel => place(unitOf(at))
}

/** Maps a pixel to coordinates. */
export function unproject(camera: Camera, { width, height }: Size) {
  const middle = unitOf(camera)
  const scale = scaleOf(camera.zoom)
  return ({ x, y }: Pixel): Coordinates =>
    coordinatesOf({ x: middle.x + (x - width / 2) / scale, y: middle.y + (y - height / 2) / scale })
}

export function boundsOf(camera: Camera, size: Size): View {
  const at = unproject(camera, size)
  const corner = at({ x: 0, y: 0 })
  const other = at({ x: size.width, y: size.height })
  return { west: corner.longitude, north: corner.latitude, east: other.longitude, south: other.latitude }
}

/** The smallest visible span, so that a single station does not fill the map. */
const LEAST_DEGREES = 2.4
const MARGIN = 0.1

/** The camera that shows all points with a margin. */
export function cameraFor(
  points: readonly Coordinates[],
  { width, height }: Size,
  leastDegrees = LEAST_DEGREES,
): Camera {
  const units = points.map(unitOf)
  const [west, east] = [Math.min(...units.map(({ x }) => x)), Math.max(...units.map(({ x }) => x))]
  const [north, south] = [Math.min(...units.map(({ y }) => y)), Math.max(...units.map(({ y }) => y))]
  const least = leastDegrees / 360
  const perPixel = Math.max(Math.max(least, east - west) / width, Math.max(least, south - north) / height)
  const zoom = Math.log2(1 / (perPixel * (1 + 2 * MARGIN) * TILE_PX))
  return {
    ...coordinatesOf({ x: (west + east) / 2, y: (north + south) / 2 }),
    zoom: clamp(zoom, ZOOM.least, ZOOM.most),
  }
}

/** The camera after a pan by some pixels. */
export function pushed(camera: Camera, by: Pixel): Camera {
  const middle = unitOf(camera)
  const scale = scaleOf(camera.zoom)
  const moved = { x: clamp(middle.x - by.x / scale, 0, 1), y: clamp(middle.y - by.y / scale, 0, 1) }
  return { ...coordinatesOf(moved), zoom: camera.zoom }
}

/** Zooms in or out by some steps; the position at the given pixel stays there. */
export function zoomed(camera: Camera, size: Size, steps: number, around?: Pixel): Camera {
  const zoom = clamp(camera.zoom + steps, ZOOM.least, ZOOM.most)
  const fixed = around ?? { x: size.width / 2, y: size.height / 2 }
  const kept = unproject(camera, size)(fixed)
  const now = project({ ...camera, zoom }, size)(kept)
  return pushed({ ...camera, zoom }, { x: fixed.x - now.x, y: fixed.y - now.y })
}

/** The lines of the graticule: whole degrees, a handful of them. */
export function graticule({ west, east, south, north }: View): { meridians: number[]; parallels: number[] } {
  const span = Math.max(east - west, north - south)
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20].find((each) => span / each <= 8) ?? 30
  return { meridians: multiples(step, west, east), parallels: multiples(step, south, north) }
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_each, at) =>
    Number(((first + at) * step).toFixed(1)),
  )
}
