import { expect, test } from 'vitest'
import { energyOf, gapsOf, peakOf, sumOver } from './day-curves.ts'

const times = ['06:00', '06:05', '06:10', '06:15', '06:20', '06:25']

test.each([
  ['none', [null, 1, 2, 3, null, null], []],
  ['one', [null, 1, null, null, 2, null], ['06:10–06:20（10 min）']],
  ['two', [1, null, 2, null, 3, 4], ['06:05–06:10（5 min）', '06:15–06:20（5 min）']],
  ['nothing measured', [null, null, null, null, null, null], []],
])('gaps between the first and the last value: %s', (_, values, gaps) => {
  expect(gapsOf(values, times, 5)).toEqual(gaps)
})

test('a peak, a sum and the energy of what was measured', () => {
  const values = [null, 60, 120, null, 90]
  expect(peakOf(values)).toEqual({ value: 120, at: 2 })
  expect(peakOf([null])).toBeNull()
  expect(sumOver(values)).toBe(270)
  expect(energyOf(values, 5)).toBe(22.5)
})
