import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/settings.ts'
import { useCall } from './queries.ts'

export type Shell = Received<typeof shellCalls.shell>

/** What the frame knows of the company's settings and the person's own; null until it is there. */
export const useShell = (): Shell | null => useCall(shellCalls.shell, {}).data ?? null
