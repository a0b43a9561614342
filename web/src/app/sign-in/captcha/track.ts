/** `[x, y, milliseconds since the picture was shown]`, in pixels of the 310 × 155 picture. */
type Sample = readonly [x: number, y: number, ms: number]

const MOST_SAMPLES = 400

const tenth = (value: number) => Math.round(value * 10) / 10

/** Records the pointer's movement; the server uses it to tell people from programs (`captchaVO.track`). */
export class Track {
  #samples: Sample[] = []

  add(x: number, y: number, ms: number): void {
    // A slow drag is thinned out rather than cut off.
    if (this.#samples.length >= MOST_SAMPLES)
      this.#samples = this.#samples.filter((_each, at) => at % 2 === 0)
    this.#samples.push([tenth(x), tenth(y), Math.round(ms)])
  }

  clear(): void {
    this.#samples = []
  }

  toString(): string {
    return JSON.stringify(this.#samples)
  }
}
