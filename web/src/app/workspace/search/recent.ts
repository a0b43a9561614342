import { readStored, writeStored } from '../../../lib/storage.ts'
import type { Hit } from '../../../lib/search-source.ts'

const STORED = 'recent-searches'
const KEPT = 8

/** The results opened recently, newest first; sign-out clears them. */
export const readRecent = (): Hit[] => readStored<Hit[]>(STORED) ?? []

export function remember(hit: Hit): void {
  const others = readRecent().filter(({ key }) => key !== hit.key)
  // What can be done with it changes.
  const { actions: _actions, ...kept } = hit
  writeStored(STORED, [kept, ...others].slice(0, KEPT))
}
