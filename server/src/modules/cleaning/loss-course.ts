/** What is known of a station on a day; losses are fractions, weighted by capacity. */
export type DayFacts = {
  day: string
  cleanedKwp: number
  othersKwp: number
  /** Cleaned on that day with a measurement before and after. */
  measuredKwp: number
  before: number | null
  after: number | null
  rain: number | null
  stationKwp: number | null
}

const percent = (value: number | null) => (value === null ? null : Math.round(value * 100_000) / 1000)

/**
 * The loss of the whole station day by day, in per cent, from the latest measurement on; before the first one nothing is
 * known. A cleaning brings the part that it covers to what was measured after it, and the rest is as was measured before
 * it. Each day adds the rate. Rain that washes the modules brings all of them back to what the last cleaning reached.
 */
export function lossCourse(
  days: readonly DayFacts[],
  { soilingRate, rain: washing }: { soilingRate: number; rain: number },
) {
  let loss: number | null = null
  let cleanest = 0
  return days.map(({ day, cleanedKwp, othersKwp, measuredKwp, before, after, rain, stationKwp }) => {
    if (loss !== null) loss += soilingRate / 100
    if (loss !== null && rain !== null && rain >= washing) loss = Math.min(loss, cleanest)
    if (before !== null && after !== null) {
      const share = stationKwp ? Math.min(1, measuredKwp / stationKwp) : 1
      loss = (1 - share) * before + share * after
      cleanest = after
    }
    return {
      day,
      loss: percent(loss),
      before: percent(before),
      after: percent(after),
      cleanedKwp,
      othersKwp,
      rain,
    }
  })
}
