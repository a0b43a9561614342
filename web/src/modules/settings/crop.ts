export type Size = { width: number; height: number }
export type Point = { x: number; y: number }

export const MAX_ZOOM = 4

/** The largest square that fits, divided by the zoom. */
const sideOf = ({ width, height }: Size, zoom: number) => Math.min(width, height) / zoom

/** Moves a centre, in the picture's pixels, so that the square around it stays inside the picture. */
export function keptInside(picture: Size, zoom: number, { x, y }: Point): Point {
  const half = sideOf(picture, zoom) / 2
  const within = (value: number, length: number) => Math.min(Math.max(value, half), length - half)
  return { x: within(x, picture.width), y: within(y, picture.height) }
}

/** The square to crop, in the picture's pixels. */
export function squareOf(picture: Size, zoom: number, centre: Point): Point & { side: number } {
  const side = sideOf(picture, zoom)
  const { x, y } = keptInside(picture, zoom, centre)
  return { x: x - side / 2, y: y - side / 2, side }
}

/** The centre after dragging the picture by some pixels in a square window of `shown` pixels. */
export function dragged(picture: Size, zoom: number, centre: Point, by: Point, shown: number): Point {
  const scale = sideOf(picture, zoom) / shown
  return keptInside(picture, zoom, { x: centre.x - by.x * scale, y: centre.y - by.y * scale })
}
