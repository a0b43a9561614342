import { keepWords, readWords } from '../../../lib/words.ts'
import type { Hit } from '../../../lib/search-source.ts'

const STORED = 'recent-searches'
const KEPT = 8

/** The results opened recently, newest first; sign-out clears them. */
export const readRecent = (): Hit[] => readWords<Hit[]>(STORED, 'own') ?? []

export function remember(hit: Hit): void {
  const others = readRecent().filter(({ key }) => key !== hit.key)
  // What can be done with it changes.
  const { actions: _actions, ...kept } = hit
  void keepWords(STORED, [kept, ...others].slice(0, KEPT), 'own')
}
