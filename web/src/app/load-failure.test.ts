import { afterEach, expect, test, vi } from 'vitest'
import { inTime, isLoadFailure } from './load-failure.ts'

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://host/assets/Page-1.js', true],
  ['Firefox', 'error loading dynamically imported module: https://host/assets/Page-1.js', true],
  ['Safari', 'Importing a module script failed.', true],
  ['a style sheet', 'Unable to preload CSS for /assets/Page-1.css', true],
  ['the specification', 'Loading chunk 7 failed', true],
  ['the specification, styles', 'Loading CSS chunk 7 failed', true],
  ['something else', "Cannot read properties of undefined (reading 'map')", false],
])('%s: %s', (_case, message, expected) => {
  expect(isLoadFailure(new TypeError(message))).toBe(expected)
})

afterEach(() => void vi.useRealTimers())

test('a script that has not come after 120000 ms counts as one that failed to load', async () => {
  vi.useFakeTimers()
  const failure = inTime('users/UserListPage', new Promise(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const error = await failure
  expect(error).toEqual(new Error('Loading chunk users/UserListPage failed'))
  expect(isLoadFailure(error)).toBe(true)
})

test('what comes in time is handed on, and nothing waits any more', async () => {
  vi.useFakeTimers()
  await expect(inTime('users/UserListPage', Promise.resolve('page'))).resolves.toBe('page')
  await expect(inTime('users/UserListPage', Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(vi.getTimerCount()).toBe(0)
})
