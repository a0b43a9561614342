import { readStored, writeStored } from '../../../lib/storage.ts'
import type { Hit } from './hit.ts'

const STORED = 'recent-searches'
const KEPT = 8

/** What was opened from the search lately, the latest first; signing out forgets it. */
export const readRecent = (): Hit[] => readStored<Hit[]>(STORED) ?? []

export function remember(hit: Hit): void {
  const others = readRecent().filter(({ key }) => key !== hit.key)
  writeStored(STORED, [hit, ...others].slice(0, KEPT))
}
