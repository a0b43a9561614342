import { describe, expect, it } from 'vitest'
import { recoverableOf, travelMinutes } from './order-hall.ts'

it.each([
  [0, 0],
  [2.1, 6],
  [4.6, 14],
  [78, 79],
])('%f km take %i minutes', (km, minutes) => expect(travelMinutes(km)).toBe(minutes))

describe('what an order still saves today', () => {
  const light = { rise: new Date('2026-11-23T23:40:00Z'), set: new Date('2026-11-24T09:24:00Z') }
  const at = (time: string, minutes = 0) => recoverableOf(100, light, new Date(time), minutes)

  it('is its loss from the arrival until sunset', () => {
    expect(at('2026-11-24T06:24:00Z')).toBe(300)
    expect(at('2026-11-24T06:24:00Z', 30)).toBe(250)
  })

  it('begins with the sunrise, and is nothing after sunset', () => {
    expect(at('2026-11-23T20:00:00Z')).toBe(973.3)
    expect(at('2026-11-24T09:20:00Z', 10)).toBe(0)
    expect(at('2026-11-24T12:00:00Z')).toBe(0)
  })
})
