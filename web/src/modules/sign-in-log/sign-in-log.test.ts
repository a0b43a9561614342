import { signInLogCalls } from '@heliodesk/contract/sign-in-log.ts'
import { expect, test } from 'vitest'
import { narrowingOf, readFilters } from '../../kit/search-bar/filters.ts'
import { logFilters } from './sign-in-log.tsx'

const narrowed = (query: string) =>
  narrowingOf(logFilters, readFilters(logFilters, new URLSearchParams(query)))

test.each([
  ['', {}],
  ['keyword=li.na', { keyword: 'li.na' }],
  ['outcome=locked&method=phone', { outcome: 'locked', method: 'phone' }],
  ['days=2026-06-01&days=2026-06-18', { from: '2026-06-01', to: '2026-06-18' }],
  ['outcome=nonsense&method=1&days=yesterday', {}],
])('the address %s asks for %j, which the call takes', (query, asked) => {
  expect(narrowed(query)).toEqual(asked)
  expect(signInLogCalls.list.input.safeParse(asked).success).toBe(true)
})
