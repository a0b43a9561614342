import { CLOCK_SKEW } from './session.ts'
import { readStored, writeStored } from './storage.ts'

/** A change of the clock smaller than this is the time that answers take. */
const NOISE_MS = 5000

/** How far this device's clock is ahead of the server's, in milliseconds; null if they were never compared. */
export const clockSkew = (): number | null => readStored<number>(CLOCK_SKEW)

/** Compares the clocks: `date` is the header of an answer to what was sent at `sentAt`. */
export function noteServerTime(date: string | null, sentAt: number): void {
  const server = Date.parse(date ?? '')
  if (Number.isNaN(server)) return
  const now = Date.now()
  // The header has whole seconds, and the answer took a while.
  const skew = Math.round((now + sentAt) / 2) - (server + 500)
  const known = clockSkew()
  if (known === null || Math.abs(skew - known) > NOISE_MS) writeStored(CLOCK_SKEW, skew)
}
