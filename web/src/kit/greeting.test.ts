import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession, type User } from '../lib/session.ts'
import { greetingAt, useGreeting } from './greeting.ts'

afterEach(() => {
  vi.useRealTimers()
  useSession.setState({ user: null })
})

test.each([
  ['Asia/Shanghai', '早上好', '上午好'],
  ['America/New_York', '下午好', '晚上好'],
])('in %s it says %s and an hour later %s, wherever the device is', (timeZone, first, next) => {
  vi.useFakeTimers({ now: new Date('2026-11-22T00:30:00Z') })
  useSession.setState({ user: { timeZone } as User })
  const { result } = renderHook(() => useGreeting())
  expect(result.current).toBe(first)
  act(() => void vi.advanceTimersByTime(3_600_000))
  expect(result.current).toBe(next)
})

test.each([
  [0, '早上好'],
  [8, '早上好'],
  [9, '上午好'],
  [11, '上午好'],
  [12, '中午好'],
  [13, '中午好'],
  [14, '下午好'],
  [19, '下午好'],
  [20, '晚上好'],
  [23, '晚上好'],
])('at %i it says %s', (hour, greeting) => expect(greetingAt(hour)).toBe(greeting))
