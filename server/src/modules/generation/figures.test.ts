import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures.ts'

describe('the figures of domain.md §5', () => {
  it('equivalent hours and PR of the plant for tests: 123.0 h and 0.82', () => {
    const month = { days: 30, energyKwh: 6_150_000, irradiation: 150, rain: 14.2, energyWithSun: 6_150_000 }
    expect(figuresOf(month, 50_000, 7_000_000)).toEqual({
      days: 30,
      energyKwh: 6_150_000,
      planKwh: 7_000_000,
      irradiation: 150,
      rain: 14.2,
      hours: 123,
      pr: 0.82,
    })
  })

  it('days without irradiation count for the hours but not for the PR', () => {
    const some = { days: 2, energyKwh: 500, irradiation: 5, rain: null, energyWithSun: 400 }
    expect(figuresOf(some, 100, null)).toMatchObject({ hours: 5, pr: 0.8, planKwh: null })
  })

  it('what is missing stays missing and is no zero', () => {
    const none = { days: 0, energyKwh: null, irradiation: null, rain: null, energyWithSun: null }
    expect(figuresOf(none, 100, null)).toMatchObject({ energyKwh: null, hours: null, pr: null })
    const dark = { days: 1, energyKwh: 0, irradiation: 0, rain: null, energyWithSun: 0 }
    expect(figuresOf(dark, 100, null)).toMatchObject({ energyKwh: 0, hours: 0, pr: null })
    expect(figuresOf({ ...dark, irradiation: 4 }, null, null)).toMatchObject({ hours: null, pr: null })
  })
})
