import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useHandler, useSame } from './use-steady.ts'

afterEach(cleanup)

test('a value stays the same object until its content changes', () => {
  const { result, rerender } = renderHook(({ page }) => useSame({ page }), { initialProps: { page: 1 } })
  const first = result.current
  rerender({ page: 1 })
  expect(result.current).toBe(first)
  rerender({ page: 2 })
  expect(result.current).toEqual({ page: 2 })
})

test('a handler stays the same function and calls the latest one', () => {
  const { result, rerender } = renderHook(({ by }) => useHandler((count: number) => count * by), {
    initialProps: { by: 2 },
  })
  const first = result.current
  rerender({ by: 3 })
  expect(result.current).toBe(first)
  expect(first(7)).toBe(21)
})
