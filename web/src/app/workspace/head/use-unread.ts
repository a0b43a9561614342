import type { Received } from '@heliodesk/contract/call.ts'
import { shellCalls } from '@heliodesk/contract/shell.ts'
import { useCall } from '../../../lib/queries.ts'
import { stream } from '../../../lib/stream.ts'

type Unread = Received<typeof shellCalls.unread>

const NONE: Unread = { isNotReadNum: 0, mail: 0, feedback: 0 }
/** While changes are heard, and without a stream. */
const LOOK_AGAIN_MS = { hearing: 900_000, deaf: 60_000 }
const lookAgain = () => (stream.isOpen ? LOOK_AGAIN_MS.hearing : LOOK_AGAIN_MS.deaf)

/** The numbers of unread items (spec 1 §7.3); asked for while the window is visible, rarely where changes are heard. */
export const useUnread = (): Unread =>
  useCall(shellCalls.unread, { businessType: 2 }, { refetchInterval: lookAgain }).data ?? NONE
