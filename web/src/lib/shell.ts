import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { keyOf, queryClient, useCall } from './queries.ts'

type Answer = Received<typeof shellCalls.shell>

export type Shell = Omit<Answer, 'preferences'>

const withoutPreferences = ({ preferences: _preferences, ...shell }: Answer): Shell => shell

/**
 * The company settings that the frame needs; null until loaded. The user's preferences have their own store
 * (`app/preferences.ts`), so that changing one does not render the frame again.
 */
export const useShell = (): Shell | null =>
  useCall(shellCalls.shell, {}, { select: withoutPreferences }).data ?? null

/** What has been read of them, outside of components; null until loaded. */
export const knownShell = (): Shell | null =>
  queryClient.getQueryData<Answer>(keyOf(shellCalls.shell, {})) ?? null
