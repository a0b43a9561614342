import { expect, test } from 'vitest'
import { spanBefore } from './order-statistics.ts'

test.each([
  ['a month that is not over', '2026-11-01', '2026-11-24', '2026-10-01', '2026-10-24'],
  [
    'a whole month, with the last day of a shorter one',
    '2026-03-01',
    '2026-03-31',
    '2026-02-01',
    '2026-02-28',
  ],
  [
    'a whole month, with the last day of a longer one',
    '2026-02-01',
    '2026-02-28',
    '2026-01-01',
    '2026-01-31',
  ],
  ['the 31st, of a month that has none', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['January', '2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15'],
  ['a year that is not over', '2026-01-01', '2026-11-24', '2025-01-01', '2025-11-24'],
  ['a year until the 29th of February', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
  ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['one day', '2026-11-24', '2026-11-24', '2026-11-23', '2026-11-23'],
])('%s is compared with the same days before', (_what, begin, end, from, until) => {
  expect(spanBefore({ begin, end })).toEqual({ begin: from, end: until })
})
