import { afterEach, expect, test, vi } from 'vitest'
import { closeNotices, useNotices } from './notices.ts'
import { inTime, isLoadFailure, offerReload } from './load-failure.ts'

const HOST = 'https://host/assets'

test.each([
  [
    'a script in Chromium',
    `Failed to fetch dynamically imported module: ${HOST}/Page-1.js`,
    'Loading chunk Page-1.js failed',
  ],
  [
    'a script in Firefox',
    `error loading dynamically imported module: ${HOST}/Page-1.js`,
    'Loading chunk Page-1.js failed',
  ],
  ['a script in Safari', 'Importing a module script failed.', 'Loading chunk users/UserListPage failed'],
  ['a style sheet', 'Unable to preload CSS for /assets/Page-1.css', 'Loading CSS chunk Page-1.css failed'],
  ['a script in the words themselves', 'Loading chunk 7 failed', 'Loading chunk 7 failed'],
  ['a style sheet in the words themselves', 'Loading CSS chunk 7 failed', 'Loading CSS chunk 7 failed'],
])('%s that cannot be loaded fails with the words of the specification', async (_what, message, words) => {
  const error: unknown = await inTime('users/UserListPage', Promise.reject(new TypeError(message))).catch(
    (failure: unknown) => failure,
  )
  expect(isLoadFailure(error)).toBe(true)
  expect(error).toEqual(new Error(words))
})

test('a person is told which script or style sheet it was, and offered to load the page again', () => {
  for (const file of [
    'dynamically imported module: https://host/assets/Page-1.js',
    'Unable to preload CSS for /a.css',
  ])
    offerReload(new TypeError(file))
  offerReload()
  expect(useNotices.getState().notices).toMatchObject(
    ['（Loading chunk Page-1.js failed）', '（Loading CSS chunk a.css failed）', ''].map((words) => ({
      title: '页面加载失败',
      text: `系统可能已更新，或网络已断开${words}`,
      action: { text: '重新加载' },
    })),
  )
})

afterEach(() => {
  closeNotices()
  vi.useRealTimers()
})

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
