import type { Call } from '@heliodesk/contract/call.ts'
import { clientConfig } from './client-config.ts'
import { deviceId, useSession, type Session, type User } from './session.ts'

type Kind = Pick<Call, 'envelope'>
type Target = Pick<Call, 'envelope' | 'path'>

/** The ERP-style client serves `result_code` and captcha calls, the second one the rest (product.md). */
const isSecond = ({ envelope }: Kind) => envelope === 'sys'

export function baseFor(call: Kind): string {
  const { apiBase, systemApiBase } = clientConfig()
  return isSecond(call) ? systemApiBase : apiBase
}

const MOBILE_AGENT = /Android|iPhone|iPad|Mobile|HarmonyOS/i

/** Desktop or mobile by user agent, or by a window under 768 px (product.md "Decisions on open points"). */
export const isMobile = (): boolean => MOBILE_AGENT.test(navigator.userAgent) || window.innerWidth < 768

/** Calls that know nobody yet, or tell of somebody else: sign-in and out, passwords, captcha, users (spec 1 §7.1). */
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

/**
 * JSON, percent-encoded because a header holds ASCII: on every request who asks, with all that spec 2 §6 names. The
 * server believes none of it.
 */
const userInfoOf = (user: User) =>
  encodeURIComponent(
    JSON.stringify({
      userId: user.id,
      userAccount: user.username,
      workNo: user.workNo,
      orgCode: user.orgCode,
      userType: user.userType,
      companyId: user.companyId,
      depId: user.depId,
      hasAllData: user.hasAllData,
      needHandover: user.needHandover,
      dataRoles: user.dataRoles,
      sysTenantId: user.tenantId,
    }),
  )

/** What bodies of POST requests are merged with; the call's own fields beat it (spec 1 §7.1). */
export function bodyContext(call: Kind, { token, user }: Session): Record<string, unknown> {
  if (!user) return {}
  return {
    dataRoles: user.dataRoles,
    userId: user.id,
    userAccount: user.username,
    workNo: user.workNo,
    orgCode: user.orgCode,
    needHandover: user.needHandover,
    hasAllData: user.hasAllData,
    sysTenantId: user.tenantId,
    lang: 'zh_CN',
    ...(isSecond(call) ? { token } : {}),
  }
}

/** What GET requests add: the time in seconds, but for dictionary item look-ups, and who asks (spec 1 §7.1). */
export function queryContext(call: Target, { user }: Session): Record<string, unknown> {
  return {
    ...(user ? { userAccount: user.username } : {}),
    ...(user && isSecond(call) ? { orgCode: user.orgCode } : {}),
    ...(call.path.includes('/getDictItems/') ? {} : { _t: Math.floor(Date.now() / 1000) }),
  }
}
