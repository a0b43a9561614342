import type { BenefitInputs, BenefitOutcome } from './cleaning-benefit.ts'

/** The reference case of the economics (domain.md §2). */
export const referenceInputs: BenefitInputs = {
  capacityKwp: 50_000,
  irradiation: 5,
  pr: 0.84,
  srGain: 0.05,
  days: 30,
  price: 0.3949,
  cost: 100_000,
  soilingRate: 0.002,
}

export const referenceOutcome: BenefitOutcome = {
  dailyKwh: 10_500,
  energyKwh: 315_000,
  income: 124_393.5,
  profit: 24_393.5,
  breakEvenDays: 24.12,
  bestIntervalDays: 34.73,
}
