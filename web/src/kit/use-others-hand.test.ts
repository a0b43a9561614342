import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { hourByHour } from '../lib/acts.fixture.ts'
import { noteAct, noteOthers } from '../lib/queries.ts'
import { useOthersHand } from './use-others-hand.ts'

const call = dictionaryCalls.detail
hourByHour(call)

function drawer() {
  type Read = { id: string; version: number | null; at: number }
  const hook = renderHook(({ id, version, at }: Read) => useOthersHand(call, id, version, at), {
    initialProps: { id: '1', version: null, at: 0 } as Read,
  })
  return (id: string, version: number | null) => {
    vi.setSystemTime(Date.now() + 5000)
    hook.rerender({ id, version, at: version === null ? 0 : Date.now() })
    return () => hook.result.current
  }
}

test('the first reading, another record, and the same version say nothing', () => {
  const shows = drawer()
  expect([shows('1', 3)(), shows('1', 3)(), shows('2', 9)()]).toEqual([null, null, null])
})

test("another person's change is said for half a minute, an own one is not", () => {
  const shows = drawer()
  shows('1', 1)
  noteOthers(call.entities)
  const says = shows('1', 2)
  expect(says()).toBe('others')
  act(() => void vi.advanceTimersByTime(30_000))
  expect(says()).toBe(null)
  vi.setSystemTime(Date.now() + 5000)
  noteAct(call.entities)
  expect(shows('1', 3)()).toBe(null)
  noteOthers(call.entities)
  expect(shows('1', 4)()).toBe('others')
})

test('a change that is not known to be another person’s is said to come from elsewhere', () => {
  const shows = drawer()
  noteOthers(call.entities)
  shows('1', 1)
  expect(shows('1', 2)()).toBe('elsewhere')
  noteOthers([])
  expect(shows('1', 3)()).toBe('elsewhere')
})
