import { describe, expect, test } from 'vitest'
import { contoursOf } from './contours.ts'
import { clearSky, irradianceAt, yearOfSun } from './irradiance.ts'

describe('the irradiance of a clear sky', () => {
  test('by the Haurwitz formula: 1035 W/m² under the zenith, none below the horizon', () => {
    expect(clearSky(1)).toBeCloseTo(1098 * Math.exp(-0.059), 6)
    expect(clearSky(0.5)).toBeCloseTo(487.9, 1)
    expect(clearSky(0)).toBe(0)
    expect(clearSky(-0.2)).toBe(0)
  })

  test('at an instant is highest where it is noon, and the night has none', () => {
    // At 04:00 UTC of midsummer the sun is over the tropic near 120° east.
    const noon = irradianceAt(new Date('2026-06-21T04:00:00Z'))
    expect(noon({ longitude: 120, latitude: 23.4 })).toBeGreaterThan(1030)
    expect(noon({ longitude: 120, latitude: 23.4 })).toBeGreaterThan(noon({ longitude: 90, latitude: 23.4 }))
    expect(irradianceAt(new Date('2026-06-21T16:00:00Z'))({ longitude: 120, latitude: 35 })).toBe(0)
  })

  test('over a year falls towards the north, and lies between the whole degrees', () => {
    const [south, middle, north] = [20, 35, 50].map((latitude) => yearOfSun({ latitude }))
    expect(south!).toBeGreaterThan(middle!)
    expect(middle!).toBeGreaterThan(north!)
    expect(middle!).toBeGreaterThan(1900)
    expect(middle!).toBeLessThan(2300)
    const half = yearOfSun({ latitude: 35.5 })
    expect(half).toBeLessThan(middle!)
    expect(half).toBeGreaterThan(yearOfSun({ latitude: 36 }))
  })
})

describe('contours', () => {
  test('run where the value is theirs and carry their number', () => {
    const contours = contoursOf(({ x }) => x, 100, { width: 400, height: 200 })
    expect(contours.map(({ level }) => level)).toEqual([100, 200, 300])
    const [first] = contours
    expect(new Set(first!.path.match(/[ML][\d.]+/g))).toEqual(new Set(['M100.0', 'L100.0']))
    expect(first!.label!.x).toBe(100)
  })

  test('of a flat field there are none', () => {
    expect(contoursOf(() => 0, 100, { width: 400, height: 200 })).toEqual([])
  })
})
