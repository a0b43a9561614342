import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useCall } from '../../../lib/queries.ts'

type Unread = Received<typeof shellCalls.unread>

const NONE: Unread = { isNotReadNum: 0, mail: 0, feedback: 0 }
const LOOK_AGAIN_MS = 60_000

/** The numbers of unread items (spec 1 §7.3); polled while the window is visible. */
export const useUnread = (): Unread =>
  useCall(shellCalls.unread, { businessType: 2 }, { refetchInterval: LOOK_AGAIN_MS }).data ?? NONE
