import { expect, test } from 'vitest'
import { formatAgo, formatSize } from './format.ts'

test.each([
  [0, '刚刚'],
  [59, '刚刚'],
  [60, '1 分钟前'],
  [3599, '59 分钟前'],
  [3600, '1 小时前'],
  [86_399, '23 小时前'],
  [86_400, '1 天前'],
  [600_000, '6 天前'],
])('%i seconds ago is %s', (seconds, words) => {
  expect(formatAgo(seconds)).toBe(words)
})

test('a size above a limit never reads as the limit', () => {
  expect(formatSize(50 * 1024 * 1024 + 1)).toBe('50.1 MB')
  expect(formatSize(1)).toBe('1 KB')
})
