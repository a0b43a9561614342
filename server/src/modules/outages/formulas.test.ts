import { describe, expect, it } from 'vitest'
import { counted, lostByIrradiance, yieldOfPeers } from './formulas.ts'
import { HOUR_MS, sunSteps } from './sun.ts'

const hours = [600, 800, 900, 700].map((irradiance) => ({ irradiance, hours: 1, share: 1 }))
const part = { capacityKwp: 300, acKw: null, pr: 0.82, producedKwh: 0 }

describe('lost energy by irradiance', () => {
  it('is that of domain.md, with and without what was still produced', () => {
    expect(lostByIrradiance(hours, part)).toBeCloseTo(738, 6)
    expect(lostByIrradiance(hours, { ...part, producedKwh: 120 })).toBeCloseTo(618, 6)
    expect(Math.round(lostByIrradiance(hours, part) * 0.3949 * 100) / 100).toBe(291.44)
  })

  it('is capped by the AC rating, follows the share, and is never negative', () => {
    expect(lostByIrradiance(hours, { ...part, acKw: 200 })).toBeCloseTo(147.6 + 196.8 + 200 + 172.2, 6)
    expect(
      lostByIrradiance(
        hours.map((each) => ({ ...each, share: 0.5 })),
        part,
      ),
    ).toBeCloseTo(369, 6)
    expect(lostByIrradiance(hours, { ...part, producedKwh: 1000 })).toBe(0)
  })
})

describe('the reference devices', () => {
  it('give 750 kWh as in domain.md, by the median', () => {
    expect(yieldOfPeers([{ kw: 320, kwh: 800 }]) * 300).toBe(750)
    const three = [
      { kw: 100, kwh: 10 },
      { kw: 320, kwh: 800 },
      { kw: 100, kwh: 900 },
    ]
    expect(yieldOfPeers(three)).toBe(2.5)
    expect(yieldOfPeers([...three, { kw: 10, kwh: 35 }])).toBe(3)
  })
})

describe('the course of the sun', () => {
  const day = { day: '2030-06-01', rise: 0, set: 12 * HOUR_MS, irradiation: 6 }
  const sunOf = (from: number, until: number) =>
    sunSteps([{ from: from * HOUR_MS, until: until * HOUR_MS, share: 1 }], [day]).reduce(
      (sum, step) => sum + (step.irradiance * step.hours) / 1000,
      0,
    )

  it('has the irradiation of the day as its area, half of it until noon, and none at night', () => {
    expect(sunOf(0, 12)).toBeCloseTo(6, 6)
    expect(sunOf(-5, 6)).toBeCloseTo(3, 6)
    expect(sunOf(3.1, 3.2)).toBeGreaterThan(0)
    expect(sunOf(12, 24)).toBe(0)
    expect(sunOf(5, 7)).toBeGreaterThan(sunOf(0, 2))
  })
})

describe('windows of one device at once', () => {
  const window = (id: string, from: number, until: number, share = 1, rank = 4) => ({
    id,
    rank,
    from,
    until,
    share,
  })

  it('count once: the category that goes first wholly, the others what goes beyond it', () => {
    const pieces = counted([window('1', 0, 10, 0.4), window('2', 5, 15), window('3', 8, 12, 0.3, 0)])
    expect(pieces.get('3')).toEqual([{ from: 8, until: 12, share: 0.3 }])
    const sumAt = (at: number) =>
      [...pieces.values()]
        .flat()
        .reduce((sum, each) => sum + (each.from <= at && at < each.until ? each.share : 0), 0)
    expect([1, 6, 9, 11, 14].map(sumAt).map((share) => Math.round(share * 100))).toEqual([
      40, 100, 100, 100, 100,
    ])
  })

  it('count apart where they do not meet', () => {
    const pieces = counted([window('1', 0, 5), window('2', 5, 9)])
    expect([...pieces.values()]).toEqual([
      [{ from: 0, until: 5, share: 1 }],
      [{ from: 5, until: 9, share: 1 }],
    ])
  })
})
