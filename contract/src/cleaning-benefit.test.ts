import { describe, expect, it } from 'vitest'
import { benefitOf } from './cleaning-benefit.ts'

const example = {
  capacityKwp: 50_000,
  irradiation: 5,
  pr: 0.84,
  srGain: 0.05,
  days: 30,
  price: 0.3949,
  cost: 100_000,
  soilingRate: 0.002,
}

describe('the economics of a cleaning', () => {
  it('are those of the reference case', () => {
    expect(benefitOf(example)).toEqual({
      dailyKwh: 10_500,
      energyKwh: 315_000,
      income: 124_393.5,
      profit: 24_393.5,
      breakEvenDays: 24.12,
      bestIntervalDays: 34.73,
    })
  })

  it('have no break-even day without a gain, and no best interval without soiling', () => {
    expect(benefitOf({ ...example, srGain: 0 })).toMatchObject({
      energyKwh: 0,
      profit: -100_000,
      breakEvenDays: null,
    })
    expect(benefitOf({ ...example, srGain: -0.01 }).breakEvenDays).toBeNull()
    expect(benefitOf({ ...example, soilingRate: 0 }).bestIntervalDays).toBeNull()
  })

  it('break even at once, and ask for no interval, if nothing was paid', () => {
    expect(benefitOf({ ...example, cost: 0 })).toMatchObject({ breakEvenDays: 0, bestIntervalDays: 0 })
  })
})
