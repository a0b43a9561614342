import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect } from 'react'
import { useCall, useCommand } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { adoptPreferences, preferencesSent, useUnsentPreferences } from '../../lib/preferences.ts'

const preferencesOf = ({ preferences }: Received<typeof shellCalls.shell>) => preferences

/**
 * Keeps the user's preferences in sync with the server. Changes are sent one after the other, so that the last one
 * wins; an unsent change is sent with the next one, or after a reload. The server accepts none before the first
 * password is changed. A separate component, so that nothing else renders with it.
 */
export function PreferenceSync(): null {
  const { data: known } = useCall(shellCalls.shell, {}, { select: preferencesOf })
  useEffect(() => {
    if (known) adoptPreferences(known)
  }, [known])
  const unsent = useUnsentPreferences()
  const isFirst = useSession(({ user }) => user?.firstTimeLogin === '1')
  const { mutate, isPending, isError, variables } = useCommand(shellCalls.editPreferences, {
    onSuccess: (_answer, sent) => preferencesSent(sent),
  })
  useEffect(() => {
    // An answer read earlier may be older than a change sent meanwhile, and would revert it.
    if (!known || isFirst) return
    const isRefused = isError && variables === unsent
    if (!isPending && !isRefused && Object.keys(unsent).length > 0) mutate(unsent)
  }, [known, isFirst, unsent, isPending, isError, variables, mutate])
  return null
}
