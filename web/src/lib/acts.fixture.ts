import type { Call } from '@heliodesk/contract/call.ts'
import { afterEach, beforeEach, vi } from 'vitest'
import { keyOf } from './queries.ts'

/** Each test is an hour later than the one before, because the acts of the window are kept; its clock stands still. */
export function hourByHour(call: Call<'query'>): void {
  let start = new Date('2026-11-20T08:00:00').getTime()
  beforeEach(() => {
    start += 3_600_000
    vi.useFakeTimers({ now: start })
    keyOf(call)
  })
  afterEach(() => void vi.useRealTimers())
}
