import type { Call } from '@heliodesk/contract/call.ts'
import { clientConfig } from './client-config.ts'
import { deviceId, useSession, type Session } from './session.ts'

/** The ERP-style client serves `result_code` and captcha calls, the second one the rest (product.md). */
export function baseFor(call: Pick<Call, 'envelope'>): string {
  const { apiBase, systemApiBase } = clientConfig()
  return call.envelope === 'sys' ? systemApiBase : apiBase
}

const MOBILE_AGENT = /Android|iPhone|iPad|Mobile|HarmonyOS/i

/** Desktop or mobile by user agent, or by a window under 768 px (product.md "Decisions on open points"). */
export const isMobile = (): boolean => MOBILE_AGENT.test(navigator.userAgent) || window.innerWidth < 768

/** Headers of every request (spec 1 §7.1). */
export function requestHeaders(
  call: Pick<Call, 'envelope'>,
  { token, user }: Session = useSession.getState(),
): Record<string, string> {
  return {
    'client-type': isMobile() ? 'app' : 'web',
    'device-id': deviceId(),
    sys_code: '901',
    ...(user ? { 'tenant-id': user.tenantId } : {}),
    ...(token ? { 'X-Access-Token': token, token } : {}),
    ...(token && call.envelope !== 'sys' ? { Authorization: `Bearer ${token}` } : {}),
  }
}
