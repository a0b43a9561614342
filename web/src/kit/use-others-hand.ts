import type { Call } from '@heliodesk/contract/call.ts'
import { useEffect, useState } from 'react'
import { actedOn, othersActedOn } from '../lib/queries.ts'

/** Who has changed a record: another person, or nobody knows, such as the person in another window. */
type Hand = 'others' | 'elsewhere'

/** How long a drawer says that its record has just been changed elsewhere. */
const SHOWN_MS = 30_000

type Seen = { id: string; version: number | null; readAt: number; hand: Hand | null }

/** Who has just changed the record on screen, which shows the change in place; null without such a change. */
export function useOthersHand(
  { path }: Call<'query'>,
  id: string,
  /** Of the record as read last, at `readAt` in milliseconds; null until then. */
  version: number | null,
  readAt: number,
): Hand | null {
  const [seen, setSeen] = useState<Seen>({ id, version, readAt, hand: null })
  if (seen.id !== id || seen.version !== version || seen.readAt !== readAt) {
    const isSame = seen.id === id && seen.version !== null && version !== null
    const isOwn = actedOn(path) >= seen.readAt
    const latest = othersActedOn(path) >= seen.readAt ? 'others' : 'elsewhere'
    const hand = !isSame || isOwn ? null : seen.version === version ? seen.hand : latest
    setSeen({ id, version, readAt, hand })
  }
  const { hand } = seen
  useEffect(() => {
    if (!hand) return undefined
    const timer = window.setTimeout(() => setSeen((now) => ({ ...now, hand: null })), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [hand])
  return hand
}
