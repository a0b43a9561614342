import { useEffect, useState } from 'react'

/** The default debounce of the specification (spec 1 §9). */
const DEBOUNCE_MS = 100

/** The debounce of what asks the server for words or checks them, but for stations (spec 2 §9). */
export const ASKING_DEBOUNCE_MS = 500

/** The value once it has rested; an empty one at once, because nobody waits for a cleared field. */
export function useSettled(value: string, delayMs = DEBOUNCE_MS): string {
  const [settled, setSettled] = useState(value)
  if (value === '' && settled !== '') setSettled('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
