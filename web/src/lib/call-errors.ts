import { visitorPaths, VISITORS } from '@heliodesk/contract/visitor-paths.ts'
import { CallError, EXPIRED_BLOB } from './answers.ts'
import { askWhoGrants, missingRightOf } from './missing-right.ts'
import { awaitsReload, closeNotices, notify, notifyAfterReload, useExpiry } from './notices.ts'
import { cancelPending } from './pending.ts'
import { reloadAt } from './reload.ts'
import { forgetSession, useSession } from './session.ts'

/**
 * What a caught error is to the person who waits: a failed call; null for a request that was given up, which nobody
 * waits for, and for a fault of the program, which is reported as one and shown.
 */
export function callErrorOf(error: unknown): CallError | null {
  if (error instanceof CallError) return error
  if (error instanceof DOMException && error.name === 'AbortError') return null
  reportError(error)
  notify({ kind: 'error', title: '系统提示', text: '操作没有完成，请重试' })
  return null
}

/** Shows the error of a failed call as the error catalogue defines (spec 1 §8). */
export function reportCallError(error: CallError): void {
  const { status, code, message, requestId } = error
  if (code === EXPIRED_BLOB) useExpiry.setState({ shown: true })
  else if (status === 401) {
    cancelPending('erp')
    endSession(message)
  } else if (useSession.getState().user === null && !isAtLoginOrRoot() && !error.isOffline) {
    cancelPending('erp', 'second')
    endSession(message)
  } else {
    const perm = missingRightOf(error)
    const action = perm && { text: '谁能授予', run: () => askWhoGrants(perm) }
    notify({ kind: 'error', title: '系统提示', text: message, requestId, ...(action && { action }) })
  }
}

/**
 * Ends the session: notices close, and the page reloads at the login, which shows the reason and later returns to the
 * current page. At the login, or before a page was chosen, nothing is reloaded.
 */
export function endSession(reason: string): void {
  // When several calls fail together, the first one gives the reason; the others must not remove it.
  if (awaitsReload()) return location.reload()
  const notice = { kind: 'error', title: '系统提示', text: reason } as const
  const from = location.hash.slice(1) || '/'
  closeNotices()
  forgetSession()
  if (isAtLoginOrRoot()) {
    notify(notice)
    location.hash = visitorPaths.login.href()
    return
  }
  notifyAfterReload(notice)
  reloadAt(from.startsWith(`${VISITORS}/`) ? `#${from}` : loginFrom(from))
}

/** The action of the expired-session dialog: signs out and reloads (spec 1 §8). */
export function signInAgain(): void {
  useExpiry.setState({ shown: false })
  cancelPending('erp', 'second')
  const from = location.hash.slice(1) || '/'
  forgetSession()
  reloadAt(loginFrom(from))
}

const loginFrom = (path: string) => visitorPaths.login.href({ redirect: path })

const isAtLoginOrRoot = () => /^#?(\/?|\/user\/login(\?.*)?)$/.test(location.hash)
