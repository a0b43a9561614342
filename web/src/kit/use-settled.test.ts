import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSettled } from './use-settled.ts'

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['100 ms, unless told otherwise,', undefined, 100],
  ['as long as it is told', 800, 800],
])('a value has settled once it rested for %s', (_what, delayMs, rest) => {
  const { result, rerender } = renderHook(({ value }) => useSettled(value, delayMs), {
    initialProps: { value: '宁' },
  })
  rerender({ value: '宁夏' })
  pass(rest - 1)
  rerender({ value: '宁夏一' })
  pass(rest - 1)
  expect(result.current).toBe('宁')
  pass(1)
  expect(result.current).toBe('宁夏一')
})

test('a cleared field counts at once', () => {
  const { result, rerender } = renderHook(({ value }) => useSettled(value), { initialProps: { value: '宁' } })
  rerender({ value: '' })
  expect(result.current).toBe('')
})
