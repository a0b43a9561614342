import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dispatchPoints, kmBetween, type DispatchFacts } from './dispatch-score.ts'

const weights = { distance: 40, load: 30, known: 30 }
const nobody: DispatchFacts = { km: null, openOrders: 12, onDevice: 0, onModel: 0, atStation: 0 }

test.each<[what: string, facts: Partial<DispatchFacts>, points: object]>([
  ['nothing known and all hands full', {}, { distance: 0, load: 0, known: 0 }],
  ['on site', { km: 0 }, { distance: 40, load: 0, known: 0 }],
  ['half of the way that counts', { km: 100 }, { distance: 20, load: 0, known: 0 }],
  ['farther than what counts', { km: 900 }, { distance: 0, load: 0, known: 0 }],
  ['nothing to do', { openOrders: 0 }, { distance: 0, load: 30, known: 0 }],
  ['six orders', { openOrders: 6 }, { distance: 0, load: 15, known: 0 }],
  ['more than twelve', { openOrders: 40 }, { distance: 0, load: 0, known: 0 }],
  ['this device once', { onDevice: 1, atStation: 1 }, { distance: 0, load: 0, known: 10 }],
  ['its model once', { onModel: 1, atStation: 1 }, { distance: 0, load: 0, known: 5 }],
  ['this station once', { atStation: 1 }, { distance: 0, load: 0, known: 3 }],
  ['this device often', { onDevice: 9, atStation: 9 }, { distance: 0, load: 0, known: 30 }],
])('%s gives the points', (_what, facts, points) => {
  expect(dispatchPoints({ ...nobody, ...facts }, weights)).toEqual(points)
})

const count = fc.integer({ min: 0, max: 1000 })
const anybody = fc.record({
  km: fc.option(fc.double({ min: 0, max: 20_000, noNaN: true })),
  openOrders: count,
  onDevice: count,
  onModel: count,
  atStation: count,
})

test('no part has less than nothing or more than its weight', () => {
  fc.assert(
    fc.property(anybody, fc.integer({ min: 0, max: 100 }), (facts, weight) => {
      const points = dispatchPoints(facts, { distance: weight, load: weight, known: weight })
      for (const each of Object.values(points)) expect(each >= 0 && each <= weight).toBe(true)
    }),
  )
})

test.each([
  ['红柳沟一期 and 二期', [37.79, 107.4], [37.82, 107.45], 5.5],
  ['红柳沟 and 白芨滩', [37.79, 107.4], [37.98, 106.6], 73.3],
  ['a place and itself', [37.79, 107.4], [37.79, 107.4], 0],
])('the distance between %s', (_what, [one = 0, two = 0], [three = 0, four = 0], km) => {
  const [from, to] = [
    { latitude: one, longitude: two },
    { latitude: three, longitude: four },
  ]
  expect(kmBetween(from, to)).toBe(km)
  expect(kmBetween(to, from)).toBe(km)
})
