import { useEffect, useState } from 'react'

/** How long a drawer waits for its content before it shows that it waits (spec 2 §9). */
export const DRAWER_WAIT_MS = 100

/** True once `active` has lasted for a while: a quick answer never flashes a skeleton. */
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
