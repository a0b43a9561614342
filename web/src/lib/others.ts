import type { Query, QueryClient } from '@tanstack/react-query'
import type { Call } from '@heliodesk/contract/call.ts'
import { useEffect, useEffectEvent } from 'react'
import type { Entity } from '@heliodesk/contract/entities.ts'
import { keyOf, noteOthers, shows, type Changed } from './queries.ts'

type Hear = (changed: Changed, byOthers: readonly Entity[]) => void

const onElsewhere = new Set<Hear>()

/**
 * These were changed elsewhere, some by other people: the same, without moving what the user reads. Answers that poll
 * wait for their next turn.
 */
export async function refreshBehind(
  client: QueryClient,
  changed: Changed,
  byOthers: readonly Entity[] = [],
): Promise<void> {
  noteOthers(byOthers)
  const predicate: (query: Query) => boolean = ({ queryKey: [path] }) => shows(path, changed)
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  const polls = ({ observers }: Query) => observers.every(({ options }) => options.refetchInterval)
  await client.refetchQueries({ type: 'active', predicate: (query) => predicate(query) && !polls(query) })
  for (const hear of onElsewhere) hear(changed, byOthers)
}

/** Calls back when what this call shows may have been changed elsewhere, and whether other people did. */
export function useOthersChanges(call: Call<'query'>, onChange: (byOthers: boolean) => void): void {
  const heard = useEffectEvent(onChange)
  useEffect(() => {
    const hear: Hear = (changed, byOthers) => {
      const path = String(keyOf(call)[0])
      if (shows(path, changed)) heard(shows(path, byOthers))
    }
    onElsewhere.add(hear)
    return () => void onElsewhere.delete(hear)
  }, [call])
}
