export type Share = {
  /** The fraction of the full bar length, 0 to 1. */
  share: number
  /** The value is far above the scale, so its bar is drawn with a break. */
  broken: boolean
}

/** A value at least this many times the next smaller one is off the scale of the others. */
const OUTLIER = 4
const BROKEN: Share = { share: 1, broken: true }
/** The fraction of the length for values within the scale, so that a broken bar is longer than any of them. */
const WITHIN = 0.8

/**
 * The lengths of neighbouring bars. A value that would flatten all the others is off the scale: its bar has full length
 * with a break, and the others are scaled to the largest remaining value.
 */
export function sharesOf(values: readonly number[]): Share[] {
  const top = scaleTop(values)
  const broken = values.some((value) => value > top)
  return values.map((value) =>
    value > top ? BROKEN : { share: top === 0 ? 0 : (value / top) * (broken ? WITHIN : 1), broken: false },
  )
}

/** The largest value that does not flatten the others; 0 without values. */
export function scaleTop(values: readonly number[]): number {
  const sizes = values.filter((value) => value > 0).toSorted((a, b) => b - a)
  const kept = sizes.findIndex((value, at) => at > 0 && sizes[at - 1]! >= value * OUTLIER)
  // With more than half of the bars broken, the scale would be useless.
  return sizes[kept > 0 && kept <= sizes.length / 2 ? kept : 0] ?? 0
}
