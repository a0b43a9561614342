import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useCall } from './queries.ts'

type Answer = Received<typeof shellCalls.shell>

export type Shell = Omit<Answer, 'preferences'>

const withoutPreferences = ({ preferences: _preferences, ...shell }: Answer): Shell => shell

/**
 * What the frame knows of the company's settings; null until it is there. The person's preferences have a store of their
 * own (`app/preferences.ts`), so that choosing one renders no frame again.
 */
export const useShell = (): Shell | null =>
  useCall(shellCalls.shell, {}, { select: withoutPreferences }).data ?? null
