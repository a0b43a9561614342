import type { CallError } from './call.ts'
import { closeNotices, notify, notifyAfterReload } from './notices.ts'
import { forgetSession } from './session.ts'

/** Shows a failed call as the error catalogue says (spec 1 §8). */
export function reportCallError(error: CallError): void {
  if (error.status === 401) endSession(error.message)
  else notify({ kind: 'error', title: '系统提示', text: error.message, requestId: error.requestId })
}

/**
 * The session is over for a reason: notices close, the page starts again at the login, which says why and leads back
 * to where the user was.
 */
export function endSession(reason: string): void {
  const from = location.hash.slice(1) || '/'
  closeNotices()
  forgetSession()
  notifyAfterReload({ kind: 'error', title: '系统提示', text: reason })
  if (!from.startsWith('/user/')) location.hash = `#/user/login?redirect=${encodeURIComponent(from)}`
  location.reload()
}
