/** Samples are in chronological order; the first quarter is warm-up, and the thirds of the rest are compared. */
const WARM_UP = 0.25

export type Trend = { first: number; last: number; growth: number }

/** The value that represents a third: `lowest` if noise only increases a measurement, such as uncollected garbage. */
const standIns = {
  lowest: (sorted: number[]) => sorted[0]!,
  median: (sorted: number[]) => sorted[Math.floor(sorted.length / 2)]!,
}

/** Compares the first with the last third after the warm-up: a leak shows, a single spike does not. */
export function trendOf(samples: number[], by: keyof typeof standIns): Trend {
  const steady = samples.slice(Math.ceil(samples.length * WARM_UP))
  const third = Math.floor(steady.length / 3)
  if (third < 3) throw new Error(`${samples.length} samples are too few to tell a trend`)
  const standIn = (values: number[]) => standIns[by](values.toSorted((a, b) => a - b))
  const first = standIn(steady.slice(0, third))
  const last = standIn(steady.slice(-third))
  return { first, last, growth: last - first }
}
