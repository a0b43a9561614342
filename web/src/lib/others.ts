import type { Query, QueryClient } from '@tanstack/react-query'
import type { Call } from '@heliodesk/contract/call.ts'
import { useEffect, useEffectEvent } from 'react'
import { keyOf, shows, type Changed } from './queries.ts'

const onOthers = new Set<(changed: Changed) => void>()

/** Others changed these: the same, without moving what the user reads. Answers that poll wait for their next turn. */
export async function refreshBehind(client: QueryClient, changed: Changed): Promise<void> {
  const predicate: (query: Query) => boolean = ({ queryKey: [path] }) => shows(path, changed)
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  const polls = ({ observers }: Query) => observers.every(({ options }) => options.refetchInterval)
  await client.refetchQueries({ type: 'active', predicate: (query) => predicate(query) && !polls(query) })
  for (const hear of onOthers) hear(changed)
}

/** Calls back when others may have changed what this call shows. */
export function useOthersChanges(call: Call<'query'>, onChange: () => void): void {
  const heard = useEffectEvent(onChange)
  useEffect(() => {
    const hear = (changed: Changed) => {
      if (shows(String(keyOf(call)[0]), changed)) heard()
    }
    onOthers.add(hear)
    return () => void onOthers.delete(hear)
  }, [call])
}
