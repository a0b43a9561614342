import { expect, it } from 'vitest'
import { byDaylight } from './daylight.ts'

const beijing = { latitude: 39.9, longitude: 116.4 }
const kashgar = { latitude: 39.47, longitude: 75.99 }

/** Sunrises by the almanac, in the time of the zone. */
it.each([
  ['in June', beijing, '2026-06-21T01:00:00+08:00', '2026-06-21T04:46:00+08:00'],
  ['in June after sunset', beijing, '2026-06-21T22:00:00+08:00', '2026-06-22T04:46:00+08:00'],
  ['in December', beijing, '2026-12-21T23:30:00+08:00', '2026-12-22T07:33:00+08:00'],
  ['far in the west of the zone', kashgar, '2026-12-21T08:00:00+08:00', '2026-12-21T10:12:00+08:00'],
])('night becomes the next sunrise: %s', (_when, place, night, rise) => {
  const moved = byDaylight(new Date(night), place).getTime()
  expect(Math.abs(moved - new Date(rise).getTime())).toBeLessThan(4 * 60_000)
})

it.each([
  ['noon', beijing, '2026-06-21T12:00:00+08:00'],
  ['a summer evening', beijing, '2026-06-21T19:30:00+08:00'],
  ['an evening far in the west', kashgar, '2026-06-21T21:45:00+08:00'],
  ['the polar night, which has no sunrise', { latitude: 80, longitude: 15 }, '2026-12-21T12:00:00Z'],
])('%s stays', (_when, place, text) => {
  expect(byDaylight(new Date(text), place)).toEqual(new Date(text))
})
