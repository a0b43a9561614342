import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cryptoRandom, diceOf } from './random.ts'

describe('cryptoRandom', () => {
  it('is spread evenly over [0, 1) and never runs out', () => {
    const tenths = Array.from({ length: 10 }, () => 0)
    for (let draw = 0; draw < 20_000; draw++) {
      const number = cryptoRandom()
      expect(number).toBeGreaterThanOrEqual(0)
      expect(number).toBeLessThan(1)
      tenths[Math.floor(number * 10)]!++
    }
    // 2 000 each, within seven standard deviations.
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(300)
  })
})

describe('diceOf', () => {
  it('keeps to the limits, both ends within reach', () => {
    const limits = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.nat(500))
    fc.assert(
      fc.property(limits, ([low, span]) => {
        const [lowest, highest] = [diceOf(() => 0), diceOf(() => 1 - 2 ** -32)]
        expect([lowest.whole(low, low + span), highest.whole(low, low + span)]).toEqual([low, low + span])
        expect(lowest.between(low, low + span)).toBe(low)
        expect(highest.between(low, low + span)).toBeLessThanOrEqual(low + span)
        expect([lowest.pick(['a', 'b', 'c']), highest.pick(['a', 'b', 'c'])]).toEqual(['a', 'c'])
        expect([lowest.chance(0), highest.chance(1)]).toEqual([false, true])
      }),
    )
  })
})
