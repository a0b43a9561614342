import { Path2D } from '@napi-rs/canvas'

export type Point = readonly [x: number, y: number]

const toPixels = { a: 0.1, b: 0, c: 0, d: 0.1, e: 0, f: 0 }

/**
 * Collects an outline as SVG path data. A scene has several thousand corners; passing them as one text is several times
 * faster than one native call per corner.
 */
export class Outline {
  #data = ''

  get empty(): boolean {
    return this.#data === ''
  }

  polygon(corners: readonly Point[]): void {
    let command = 'M'
    for (const corner of corners) {
      this.#data += command + place(corner)
      command = 'L'
    }
    this.#data += 'Z'
  }

  line(from: Point, to: Point): void {
    this.#data += `M${place(from)}L${place(to)}`
  }

  path(): Path2D {
    return new Path2D(this.#data).transform(toPixels)
  }
}

function place([x, y]: Point): string {
  return `${Math.round(x * 10)} ${Math.round(y * 10)}`
}
