import { useEffect, useState } from 'react'

/** The delay before a drawer shows that its content is loading (spec 2 §9). */
export const DRAWER_WAIT_MS = 100

/** True once `active` has lasted for `delayMs`, so that a quick answer does not flash a skeleton. */
export function useLate(active: boolean, delayMs = 150): boolean {
  const [late, setLate] = useState(false)
  if (!active && late) setLate(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => clearTimeout(timer)
  }, [active, delayMs])
  return active && late
}
