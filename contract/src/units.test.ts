import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forDisplay, forSubmit, isConverted, shownAmount, storedAmount } from './units.ts'

describe('units of stored and shown amounts (spec 2 §5)', () => {
  test.each([
    ['monthElectric', true],
    ['Electric', true],
    ['powerLossDeviation', true],
    ['electric', false],
    ['ElectricPrice', false],
    ['powerLoss', false],
  ])('field %s is converted: %s', (field, converted) => {
    expect(isConverted(field)).toBe(converted)
  })

  test('fields ending in Electric and powerLossDeviation are divided for display and multiplied on submit', () => {
    const stored = {
      planElectric: 123_456_789,
      powerLossDeviation: -25_000,
      lossPower: 25_000,
      psName: '云岭一期',
    }
    const shown = { ...stored, planElectric: '12345.678900', powerLossDeviation: '-2.500000' }
    expect(forDisplay(stored)).toEqual(shown)
    expect(forSubmit(shown)).toEqual(stored)
  })

  test('what is not there stays as it is', () => {
    const blank = { planElectric: null, realElectric: '', otherElectric: undefined }
    expect(forDisplay(blank)).toEqual(blank)
    expect(forSubmit(blank)).toEqual(blank)
    expect([shownAmount(null), storedAmount(null)]).toEqual([null, null])
  })

  test.each([
    [0, '0.000000'],
    [1, '0.000100'],
    [10_000, '1.000000'],
    ['0.01', '0.000001'],
    [0.005, '0.000001'],
    [0.0049, '0.000000'],
    [-0.005, '-0.000001'],
    [1e21, '100000000000000000.000000'],
    [1e-7, '0.000000'],
  ])('%s is shown to 6 decimals, rounded half up: %s', (stored, shown) => {
    expect(shownAmount(stored)).toBe(shown)
  })

  test('binary fractions leave no trace', () => {
    expect(storedAmount('0.000003')).toBe(0.03)
    expect(storedAmount(0.1 + 0.2)).toBe(Number('3000.0000000000004'))
    expect(storedAmount('1.1')).toBe(11_000)
    expect(storedAmount('1.005')).toBe(10_050)
    expect(shownAmount(11_000.01)).toBe('1.100001')
  })

  test.each(['', 'abc', '1.2.3', '.', '-'])('%j is no amount', (text) => {
    expect(() => storedAmount(text)).toThrow(RangeError)
  })

  test('what is stored comes back exactly, to the hundredth that 6 decimals keep', () => {
    const hundredths = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    fc.assert(
      fc.property(hundredths, (count) => {
        const text = `${count < 0n ? '-' : ''}${`${count < 0n ? -count : count}`.padStart(3, '0').replace(/(..)$/, '.$1')}`
        const stored = Number(text)
        expect(storedAmount(shownAmount(text))).toBe(stored === 0 ? 0 : stored)
      }),
    )
  })

  test('sums of shown amounts are the shown sum, digit by digit', () => {
    const amount = fc.integer({ min: 0, max: 10 ** 9 })
    const millionths = (shown: string) => BigInt(shown.replace('.', ''))
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        expect(millionths(shownAmount(one)) + millionths(shownAmount(other))).toBe(
          millionths(shownAmount(one + other)),
        )
      }),
    )
  })
})
