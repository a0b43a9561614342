/** Sums over a day, a month or any range of days. */
export type Sums = {
  days: number
  energyKwh: number | null
  irradiation: number | null
  rain: number | null
  /** Energy of the days that also have irradiation; only these count for the PR. */
  energyWithSun: number | null
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Equivalent hours and performance ratio (domain.md §5); null if an input is missing. */
export function figuresOf(
  { days, energyKwh, irradiation, rain, energyWithSun }: Sums,
  capacityKwp: number | null,
  planKwh: number | null,
) {
  const kwp = capacityKwp || null
  const hours = kwp !== null && energyKwh !== null ? energyKwh / kwp : null
  const sun = kwp !== null && irradiation ? kwp * irradiation : null
  const pr = sun !== null && energyWithSun !== null ? energyWithSun / sun : null
  return {
    days,
    energyKwh: energyKwh === null ? null : rounded(energyKwh, 2),
    planKwh: planKwh === null ? null : rounded(planKwh, 2),
    irradiation: irradiation === null ? null : rounded(irradiation, 3),
    rain,
    hours: hours === null ? null : rounded(hours, 3),
    pr: pr === null ? null : rounded(pr, 4),
  }
}
