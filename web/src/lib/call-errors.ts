import { EXPIRED_BLOB, type CallError } from './answers.ts'
import { awaitsReload, closeNotices, notify, notifyAfterReload, useExpiry } from './notices.ts'
import { cancelPending } from './pending.ts'
import { reloadAt } from './reload.ts'
import { forgetSession, useSession } from './session.ts'

/** Shows a failed call as the error catalogue says (spec 1 §8). */
export function reportCallError(error: CallError): void {
  const { status, code, message, requestId } = error
  if (code === EXPIRED_BLOB) useExpiry.setState({ shown: true })
  else if (status === 401) {
    cancelPending('erp')
    endSession(message)
  } else if (useSession.getState().user === null && !isAtLoginOrRoot() && !error.isOffline) {
    cancelPending('erp', 'second')
    endSession(message)
  } else notify({ kind: 'error', title: '系统提示', text: message, requestId })
}

/**
 * The session is over for a reason: notices close, the page starts again at the login, which says why and leads back
 * to where the user was. At the login, or where none was chosen yet, nothing is loaded that would have to go.
 */
export function endSession(reason: string): void {
  // Of several calls that fail together the first says why; the others must not take that away again.
  if (awaitsReload()) return location.reload()
  const notice = { kind: 'error', title: '系统提示', text: reason } as const
  const from = location.hash.slice(1) || '/'
  closeNotices()
  forgetSession()
  if (isAtLoginOrRoot()) {
    notify(notice)
    location.hash = '#/user/login'
    return
  }
  notifyAfterReload(notice)
  reloadAt(from.startsWith('/user/') ? `#${from}` : loginFrom(from))
}

/** What the dialog of an expired session does: signs out and starts again (spec 1 §8). */
export function signInAgain(): void {
  useExpiry.setState({ shown: false })
  cancelPending('erp', 'second')
  const from = location.hash.slice(1) || '/'
  forgetSession()
  reloadAt(loginFrom(from))
}

const loginFrom = (path: string) => `#/user/login?redirect=${encodeURIComponent(path)}`

const isAtLoginOrRoot = () => /^#?(\/?|\/user\/login(\?.*)?)$/.test(location.hash)
