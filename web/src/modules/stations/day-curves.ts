type Values = readonly (number | null)[]

/** Where values are missing between the first and the last one, as spans of time. */
export function gapsOf(values: Values, times: readonly string[], stepMinutes: number): string[] {
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  const gaps: string[] = []
  if (first < 0) return gaps
  let from: number | null = null
  for (let at = first; at <= last; at++) {
    if (values[at] === null) from ??= at
    else if (from !== null) {
      gaps.push(`${times[from]}–${times[at]}（${(at - from) * stepMinutes} min）`)
      from = null
    }
  }
  return gaps
}

export function peakOf(values: Values): { value: number; at: number } | null {
  let peak: { value: number; at: number } | null = null
  for (const [at, value] of values.entries())
    if (value !== null && (peak === null || value > peak.value)) peak = { value, at }
  return peak
}

export const sumOver = (values: Values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** Means of a power over steps, as energy: kW as kWh, W/m² as Wh/m². */
export const energyOf = (values: Values, stepMinutes: number) => (sumOver(values) * stepMinutes) / 60
