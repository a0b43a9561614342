import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useChoice } from './use-choice.ts'

type Row = { id: string; version: number }

const show = (first: Row[]) =>
  renderHook(({ rows }) => useChoice<Row>({ rows, nameOf: ({ id }) => id, unit: '台' }), {
    initialProps: { rows: first },
  })

test('a chosen row that was changed meanwhile is taken as it is now; those of other pages stay as they were', () => {
  const [one, two] = [
    { id: '1', version: 1 },
    { id: '2', version: 1 },
  ]
  const { result, rerender } = show([one, two])
  act(() => result.current.choice.onChoose([one, two], true))
  rerender({ rows: [{ id: '2', version: 2 }] })
  expect(result.current.chosen).toEqual([one, { id: '2', version: 2 }])
})
