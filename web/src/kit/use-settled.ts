import { useEffect, useState } from 'react'

/** The default debounce of the specification (spec 1 §9). */
const DEBOUNCE_MS = 100

/** The debounce for server searches and checks, except for stations (spec 2 §9). */
export const ASKING_DEBOUNCE_MS = 500

/** The debounced value; an empty value applies at once. */
export function useSettled(value: string, delayMs = DEBOUNCE_MS): string {
  const [settled, setSettled] = useState(value)
  if (value === '' && settled !== '') setSettled('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
