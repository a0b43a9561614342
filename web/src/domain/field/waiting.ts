import { FIELD_WAITING as WAITING } from '../../lib/session.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'

/** It outlives the session, as what waits does. */
export function noteWaiting(userId: string, count: number): void {
  if (count > 0) writeStored(`${WAITING}${userId}`, count)
  else removeStored((name) => name === `${WAITING}${userId}`)
}

/** How much other people have waiting here. What it is, only they can read. */
export const waitingOfOthers = (userId: string): number =>
  Object.keys(localStorage)
    .map((stored) => stored.slice(stored.indexOf(WAITING)))
    .filter((name) => name.startsWith(WAITING) && name !== `${WAITING}${userId}`)
    .reduce((sum, name) => sum + (readStored<number>(name) ?? 0), 0)
