import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useEffect } from 'react'
import { useCall, useCommand } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { adoptPreferences, preferencesSent, useUnsentPreferences } from '../preferences.ts'

const preferencesOf = ({ preferences }: Received<typeof shellCalls.shell>) => preferences

/**
 * Keeps the person's preferences here and on the server alike. What is chosen is sent one after the other, so that the
 * last choice is the one that stays; what could not be sent goes along with the next choice, or after a reload. The first
 * password has to be changed before the server takes any. It stands alone, so that nothing else renders with it.
 */
export function PreferenceSync(): null {
  const { data: known } = useCall(shellCalls.shell, {}, { select: preferencesOf })
  useEffect(() => {
    if (known) adoptPreferences(known)
  }, [known])
  const unsent = useUnsentPreferences()
  const isFirst = useSession(({ user }) => user?.firstTimeLogin === '1')
  const { mutate, isPending, isError, variables } = useCommand(shellCalls.editPreferences, {
    refresh: [shellCalls.shell],
    onSuccess: (_answer, sent) => preferencesSent(sent),
  })
  useEffect(() => {
    // What was read first may be older than what was sent meanwhile, and would take it back here.
    if (!known || isFirst) return
    const isRefused = isError && variables === unsent
    if (!isPending && !isRefused && Object.keys(unsent).length > 0) mutate(unsent)
  }, [known, isFirst, unsent, isPending, isError, variables, mutate])
  return null
}
