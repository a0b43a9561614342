import { readStored, writeStored } from '../../../lib/storage.ts'
import type { Hit } from '../../../lib/search-source.ts'

const STORED = 'recent-searches'
const KEPT = 8

/** The results opened recently, newest first; sign-out clears them. */
export const readRecent = (): Hit[] => readStored<Hit[]>(STORED) ?? []

export function remember(hit: Hit): void {
  const others = readRecent().filter(({ key }) => key !== hit.key)
  writeStored(STORED, [hit, ...others].slice(0, KEPT))
}
