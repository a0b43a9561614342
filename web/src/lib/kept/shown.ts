import { queryClient } from '../queries.ts'
import { useAges } from './ages.ts'

/** When the server gave the oldest of the kept answers that are on screen; null if there are none. */
export function oldestShown(): number | null {
  const { ages } = useAges.getState()
  if (ages.size === 0) return null
  const cache = queryClient.getQueryCache()
  let oldest: number | null = null
  for (const [hash, at] of ages) if (cache.get(hash)?.isActive()) oldest = Math.min(oldest ?? at, at)
  return oldest
}
