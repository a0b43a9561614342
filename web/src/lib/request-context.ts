import type { Call } from '@heliodesk/contract/call.ts'
import { clientConfig } from './client-config.ts'
import { deviceId, useSession, type Session, type User } from './session.ts'

type Kind = Pick<Call, 'envelope'>
type Target = Pick<Call, 'envelope' | 'path'>

/** The ERP-style client serves `result_code` and captcha calls, the second client the rest (product.md). */
const isSecond = ({ envelope }: Kind) => envelope === 'sys'

export function baseFor(call: Kind): string {
  const { apiBase, systemApiBase } = clientConfig()
  return isSecond(call) ? systemApiBase : apiBase
}

const MOBILE_AGENT = /Android|iPhone|iPad|Mobile|HarmonyOS/i

/** Desktop or mobile by user agent, or by a window under 768 px (product.md "Decisions on open points"). */
export const isMobile = (): boolean => MOBILE_AGENT.test(navigator.userAgent) || window.innerWidth < 768

/** Calls without a user, or about another user: sign-in and out, passwords, captcha, users (spec 1 §7.1). */
const WITHOUT_USER_INFO =
  /^\/captcha\/|\/(login|phoneLogin|thirdLogin|jwt|logout|refreshToken)\b|password|\/sys\/user\/(add|edit)\b/i

/** Headers of every request (spec 1 §7.1). */
export function requestHeaders(
  call: Target,
  { token, user }: Session = useSession.getState(),
): Record<string, string> {
  return {
    'client-type': isMobile() ? 'app' : 'web',
    'device-id': deviceId(),
    sys_code: '901',
    ...(user ? { 'tenant-id': user.tenantId } : {}),
    ...(user && !WITHOUT_USER_INFO.test(call.path) ? { 'user-info': userInfoOf(user) } : {}),
    ...(token ? { 'X-Access-Token': token, token } : {}),
    ...(token && !isSecond(call) ? { Authorization: `Bearer ${token}` } : {}),
  }
}

/** The user context that requests carry in the bundle or in the body (spec 2 §6). The server trusts none of it. */
const contextOf = (user: User) => ({
  dataRoles: user.dataRoles,
  userId: user.id,
  userAccount: user.username,
  workNo: user.workNo,
  orgCode: user.orgCode,
  needHandover: user.needHandover,
  hasAllData: user.hasAllData,
  sysTenantId: user.tenantId,
})

/** JSON, percent-encoded because a header holds ASCII. */
const userInfoOf = (user: User) => {
  const { userType, companyId, depId } = user
  return encodeURIComponent(JSON.stringify({ ...contextOf(user), userType, companyId, depId }))
}

/** The fields merged into bodies; the call's own fields override them (spec 1 §7.1, 2 §7). */
export function bodyContext(call: Kind, { token, user }: Session): Record<string, unknown> {
  if (!user) return {}
  return { ...contextOf(user), lang: 'zh_CN', ...(isSecond(call) ? { token } : {}) }
}

/**
 * The fields added to GET requests: the time in seconds, except for dictionary item look-ups, and the user (spec 1
 * §7.1). The rest of the context is in the bundle, because addresses end up in logs and histories.
 */
export function queryContext(call: Target, { user }: Session): Record<string, unknown> {
  return {
    ...(user ? { userAccount: user.username } : {}),
    ...(user && isSecond(call) ? { orgCode: user.orgCode } : {}),
    ...(call.path.includes('/getDictItems/') ? {} : { _t: Math.floor(Date.now() / 1000) }),
  }
}
