import { useState } from 'react'

/**
 * Something shown over the page while `wanted` is there: what was shown last stays while it slides away, and every
 * opening has a key of its own, so that a form begins afresh.
 */
export function useOverlay<T>(wanted: T | null): { value: T | null; open: boolean; key: number } {
  const [shown, setShown] = useState({ value: wanted, open: wanted !== null, key: 0 })
  const opens = wanted !== null && !shown.open
  const changed = wanted === null ? shown.open : opens || shown.value !== wanted
  if (changed) {
    setShown({ value: wanted ?? shown.value, open: wanted !== null, key: opens ? shown.key + 1 : shown.key })
  }
  return shown
}
