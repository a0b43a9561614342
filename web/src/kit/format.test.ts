import { expect, test } from 'vitest'
import { formatAgo, formatCapacity, formatDay, formatNumber, formatSecond, formatSize } from './format.ts'

test.each([
  [0, '刚刚'],
  [59, '刚刚'],
  [60, '1 分钟前'],
  [3599, '59 分钟前'],
  [3600, '1 小时前'],
  [86_399, '23 小时前'],
  [86_400, '1 天前'],
  [600_000, '6 天前'],
])('%i seconds ago is %s', (seconds, words) => expect(formatAgo(seconds)).toBe(words))

test.each([
  [0, '1 KB'],
  [1024, '1 KB'],
  [1025, '2 KB'],
  [1023 * 1024, '1,023 KB'],
  [1023 * 1024 + 1, '1.0 MB'],
  [1024 * 1024, '1.0 MB'],
])('%i bytes are written %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

test('a size above a limit never reads as the limit', () => {
  expect(formatSize(50 * 1024 * 1024 + 1)).toBe('50.1 MB')
  expect(formatSize(1)).toBe('1 KB')
})

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1000, 0, '1,000'],
  [-1_234_567.891, 2, '-1,234,567.89'],
  [12_345.6, 1, '12,345.6'],
] as const)('%s with %i decimals is written with thousands separators: %s', (value, digits, text) => {
  expect(formatNumber(value, digits)).toBe(text)
})

test('a time is YYYY-MM-DD HH:mm:ss by default, a day by itself YYYY/MM/DD', () => {
  expect(formatSecond('2026-11-21 08:30:05')).toBe('2026-11-21 08:30:05')
  expect(formatDay('2026-11-21 08:30:05')).toBe('2026/11/21')
  expect(formatDay('2026-11-21')).toBe('2026/11/21')
  expect([formatSecond(null), formatDay(null)]).toEqual(['--', '--'])
})

test.each([
  [null, '--'],
  [0.5, '0.5 kWp'],
  [9800, '9,800 kWp'],
  [0.04, '0 kWp'],
  [999.94, '999.9 kWp'],
  [999.96, '1,000 kWp'],
  [9999.9, '9,999.9 kWp'],
  [9999.94, '9,999.9 kWp'],
  [9999.96, '10 MW'],
  [10_000, '10 MW'],
  [10_004.9, '10 MW'],
  [10_005, '10.01 MW'],
  [99_994.9, '99.99 MW'],
  [99_996, '100 MW'],
  [12_345, '12.35 MW'],
  [612_000, '612 MW'],
])('the capacity of %s kWp is written %s', (kwp, text) => {
  expect(formatCapacity(kwp)).toBe(text)
})

test('an inverter capacity has no p', () => {
  expect(formatCapacity(800, 'kW')).toBe('800 kW')
})
