import { currentToken, forgetSession, signedIn, useSession } from '../../lib/session.ts'
import { writeStored } from '../../lib/storage.ts'
import type { Ticket } from '../entry.ts'
import { askToLeave, askToSwitch } from './LinkQuestion.tsx'
import { giveBack, redeem } from './redeem.ts'

/**
 * Signs in the user of a ticket; throws CallError for an invalid ticket. If another user is signed in here, it asks
 * first; on no that user stays (false).
 */
export async function enterByLink(ticket: Ticket): Promise<boolean> {
  const { opened, device, isFresh } = await redeem(ticket)
  const { user } = useSession.getState()
  const isOther = user?.id !== opened.userInfo.id || user.tenantId !== opened.userInfo.tenantId
  if (currentToken() !== null && isOther && !(await askToSwitch(user, opened.userInfo))) {
    if (isFresh) await giveBack(opened)
    return false
  }
  forgetSession()
  if (device !== null) writeStored('device-id', device)
  signedIn(opened)
  return true
}

/** `clear=1` removes the stored session (spec 1 §2.3), if there is one, after the user agrees. */
export async function leaveByLink(): Promise<boolean> {
  if (currentToken() !== null && !(await askToLeave(useSession.getState().user))) return false
  forgetSession()
  return true
}
