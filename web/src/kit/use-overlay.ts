import { useState } from 'react'

/**
 * The state of an overlay that is open while `wanted` is set. The last value stays during the closing animation, and
 * every opening has a new key, so that a form starts empty.
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
