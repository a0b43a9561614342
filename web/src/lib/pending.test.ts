import { afterEach, beforeEach, expect, test } from 'vitest'
import { track } from './pending.ts'

beforeEach(() => void Object.defineProperty(AbortSignal, 'any', { value: undefined, configurable: true }))
afterEach(() => void Reflect.deleteProperty(AbortSignal, 'any'))

test('whoever asked ends the request with their reason, in a browser of 2023 too', () => {
  const wanted = new AbortController()
  const { signal } = track({ envelope: 'sys' }, wanted.signal)
  expect(signal.aborted).toBe(false)
  wanted.abort('left')
  expect(signal.reason).toBe('left')
  expect(track({ envelope: 'sys' }, wanted.signal).signal.reason).toBe('left')
})

test('a request that is done is not ended any more', () => {
  const wanted = new AbortController()
  const request = track({ envelope: 'sys' }, wanted.signal)
  request.done()
  wanted.abort()
  expect(request.signal.aborted).toBe(false)
})
