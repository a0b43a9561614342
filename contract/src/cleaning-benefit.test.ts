import { describe, expect, it } from 'vitest'
import { referenceInputs as example, referenceOutcome } from './cleaning-benefit.fixture.ts'
import { benefitOf, intervalCost } from './cleaning-benefit.ts'

describe('the economics of a cleaning', () => {
  it('are those of the reference case', () => {
    expect(benefitOf(example)).toEqual(referenceOutcome)
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

  it('cost least a day at the best interval, where cleaning and soiling cost the same', () => {
    const of = (interval: number) => intervalCost(example, interval)
    const best = of(34.73)
    expect(best.cleaning / best.soiling).toBeCloseTo(1, 3)
    for (const other of [30, 40]) {
      const { cleaning, soiling } = of(other)
      expect(cleaning + soiling).toBeGreaterThan(best.cleaning + best.soiling)
    }
  })
})
