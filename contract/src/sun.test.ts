import { expect, test } from 'vitest'
import { daylightOf } from './sun.ts'

/** Times of almanacs, in UTC; each within two minutes. */
test.each([
  ['Beijing, winter', '2026-12-22', 39.9042, 116.4074, '2026-12-21T23:33:00Z', '2026-12-22T08:53:00Z'],
  ['Beijing, summer', '2026-06-21', 39.9042, 116.4074, '2026-06-20T20:46:00Z', '2026-06-21T11:46:00Z'],
  ['Greenwich, equinox', '2026-03-20', 51.4779, 0, '2026-03-20T06:04:00Z', '2026-03-20T18:13:00Z'],
  ['Sydney, summer', '2026-12-22', -33.8688, 151.2093, '2026-12-21T18:41:00Z', '2026-12-22T09:05:00Z'],
])('%s', (_where, day, latitude, longitude, rise, set) => {
  const light = daylightOf(day, latitude, longitude)
  const off = (at: Date, text: string) => Math.abs(at.getTime() - Date.parse(text)) / 60_000
  expect(off(light.rise, rise)).toBeLessThanOrEqual(2)
  expect(off(light.set, set)).toBeLessThanOrEqual(2)
})

test('where the sun does not rise the day has no light, where it does not set it has nothing else', () => {
  const hours = (day: string) => {
    const { rise, set } = daylightOf(day, 78.2, 15.6)
    return (set.getTime() - rise.getTime()) / 3_600_000
  }
  expect(hours('2026-12-22')).toBe(0)
  expect(hours('2026-06-21')).toBe(24)
})
