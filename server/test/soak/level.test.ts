import { describe, expect, it } from 'vitest'
import { trendOf } from './level.ts'

const samples = (valueOf: (at: number) => number) => Array.from({ length: 40 }, (_each, at) => valueOf(at))

describe.each(['lowest', 'median'] as const)('the trend by the %s', (by) => {
  it('takes a warm-up for no growth', () => {
    expect(
      trendOf(
        samples((at) => Math.min(100, 60 + at * 5)),
        by,
      ).growth,
    ).toBe(0)
  })

  it('takes a saw or a spike for none', () => {
    expect(
      trendOf(
        samples((at) => 100 + (at % 4) * 10),
        by,
      ).growth,
    ).toBe(0)
    expect(
      trendOf(
        samples((at) => (at === 38 ? 1000 : 100)),
        by,
      ).growth,
    ).toBe(0)
  })

  it('shows a steady rise, also under a saw', () => {
    expect(
      trendOf(
        samples((at) => at),
        by,
      ).growth,
    ).toBe(20)
    expect(
      trendOf(
        samples((at) => at + (at % 4) * 3),
        by,
      ).growth,
    ).toBeGreaterThan(15)
  })

  it('needs samples', () => {
    expect(() => trendOf([1, 2, 3, 4], by)).toThrow(/too few/)
  })
})
