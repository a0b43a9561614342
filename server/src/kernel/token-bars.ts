import type { Call } from '@heliodesk/contract/call.ts'
import type { TokenUse } from './transaction.ts'

/** A program's token was used for what no token, or not this one, may do. */
export class TokenBarred extends Error {}

/**
 * Why a call may not be made with this token, in Chinese; null if it may, as far as its owner may. Calls without a
 * permission of their own are reached by no scope, so with a token they only read.
 */
export function barOf(
  { kind, access, sessionOnly, secret }: Call,
  { readOnly, fromHere }: TokenUse,
): string | null {
  if (!fromHere) return '该令牌不允许从这个网络使用'
  if (sessionOnly || secret) return '该接口只能在登录后调用，不接受令牌'
  if (kind === 'query') return null
  if (readOnly) return '该令牌只读，不能调用写入接口'
  return access === 'signedIn' ? '该接口不在令牌的权限范围内，只能在登录后调用' : null
}
