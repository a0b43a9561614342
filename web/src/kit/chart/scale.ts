export type Share = {
  /** Of the bar's whole length, 0 to 1. */
  share: number
  /** The value goes far past the scale, so its bar is drawn with a break. */
  broken: boolean
}

/** So many times the next smaller value leaves the scale of the others. */
const OUTLIER = 4
const BROKEN: Share = { share: 1, broken: true }
/** Of the length stays for those within the scale, so that a broken bar is longer than any of them. */
const WITHIN = 0.8

/**
 * Bars of values beside each other. Values that would flatten all the others leave the scale: their bars are whole and
 * broken, and the others are drawn to the largest that stays.
 */
export function sharesOf(values: readonly number[]): Share[] {
  const top = scaleTop(values)
  const broken = values.some((value) => value > top)
  return values.map((value) =>
    value > top ? BROKEN : { share: top === 0 ? 0 : (value / top) * (broken ? WITHIN : 1), broken: false },
  )
}

/** The largest value that does not flatten the others; 0 where there is none. */
export function scaleTop(values: readonly number[]): number {
  const sizes = values.filter((value) => value > 0).toSorted((a, b) => b - a)
  const kept = sizes.findIndex((value, at) => at > 0 && sizes[at - 1]! >= value * OUTLIER)
  // With more than half of the bars broken there would be no scale at all.
  return sizes[kept > 0 && kept <= sizes.length / 2 ? kept : 0] ?? 0
}

/** A round number at or over `most`, and the steps up to it, 0 included. */
export function ticksUpTo(most: number): number[] {
  const raw = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(1, [1, 2, 2.5, 5, 10].find((each) => each * power >= raw)! * power)
  const whole = Number.isInteger(step) ? step : Math.ceil(step)
  const ticks = [0]
  while (ticks.at(-1)! < most || ticks.length < 2) ticks.push(ticks.at(-1)! + whole)
  return ticks
}
