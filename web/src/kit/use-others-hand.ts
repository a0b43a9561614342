import type { Call } from '@heliodesk/contract/call.ts'
import { useEffect, useState } from 'react'
import { actedOn } from '../lib/queries.ts'

/** How long a drawer says that somebody else has just changed its record. */
const SHOWN_MS = 30_000

/** Whether somebody else has just changed the record on screen, which shows the change in place. */
export function useOthersHand(
  { path }: Call<'query'>,
  id: string,
  /** Of the record as read last, at `readAt` in milliseconds; null until then. */
  version: number | null,
  readAt: number,
): boolean {
  const [seen, setSeen] = useState({ id, version, readAt, byOthers: false })
  if (seen.id !== id || seen.version !== version || seen.readAt !== readAt) {
    const isSame = seen.id === id && seen.version !== null && version !== null
    const isOwn = actedOn(path) >= seen.readAt
    const byOthers = isSame && (seen.version === version ? seen.byOthers && !isOwn : !isOwn)
    setSeen({ id, version, readAt, byOthers })
  }
  const { byOthers } = seen
  useEffect(() => {
    if (!byOthers) return undefined
    const timer = window.setTimeout(() => setSeen((now) => ({ ...now, byOthers: false })), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [byOthers])
  return byOthers
}
