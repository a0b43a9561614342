import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ASKING_DEBOUNCE_MS, useSettled } from './use-settled.ts'

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

test('every debounce of the product is the default of 100 ms, the stations’ of 800 ms, or else 500 ms', () => {
  expect(ASKING_DEBOUNCE_MS).toBe(500)
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const delays = Object.entries(sources)
    .filter(([path]) => !/\.(test|gallery|fixture)\.|\/use-settled\.ts$/.test(path))
    .flatMap(([path, source]) =>
      [...source.matchAll(/= useSettled\(.*/g), ...source.matchAll(/: useSettled\(.*/g)].map(([call]) => [
        path.replace(/^.*\//, ''),
        /, (\w+)\)(?:,.*)?$/.exec(call)?.[1] ?? 'default',
      ]),
    )
  expect(delays.length).toBeGreaterThan(9)
  expect(delays.filter(([, delay]) => delay !== 'ASKING_DEBOUNCE_MS')).toEqual([
    ['use-search.ts', 'REST_MS'],
    ['StationSelect.tsx', 'DEBOUNCE_MS'],
    ['use-live-search.ts', 'default'],
    ['DragLayer.tsx', 'default'],
  ])
})
