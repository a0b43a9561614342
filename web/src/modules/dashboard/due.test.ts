import { expect, test } from 'vitest'
import { dueOf, formatLate } from './due.ts'

test.each([
  ['2026-11-21 08:00:00', -6.5, { text: '超时 6.5 h', tone: 'err' }],
  ['2026-11-01 08:00:00', -486.5, { text: '超时 20 天', tone: 'err' }],
  ['2026-11-21 15:00:00', 0.5, { text: '剩 0.5 时', tone: 'undo' }],
  ['2026-11-21 18:00:00', 3.5, { text: '今天', tone: 't3' }],
  ['2026-11-22 08:00:00', 17.5, { text: '明天', tone: 't3' }],
  ['2026-11-24 18:00:00', 75.5, { text: '11-24', tone: 't3' }],
  ['2027-01-02 18:00:00', 1011.5, { text: '2027-01-02', tone: 't3' }],
])('due at %s, %d hours from 14:30', (planEndTime, hoursLeft, due) => {
  expect(dueOf({ planEndTime, hoursLeft })).toEqual(due)
})

test('an order without a plan is not due', () => {
  expect(dueOf({ planEndTime: null, hoursLeft: null })).toBeNull()
})

test('lateness is in hours, then in days', () => {
  expect([formatLate(99.9), formatLate(120)]).toEqual(['99.9 h', '5 天'])
})
