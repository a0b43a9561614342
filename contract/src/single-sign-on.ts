import { z } from 'zod'
import { command, query } from './call.ts'
import { named } from './fields.ts'
import { loginResult } from './session.ts'

const thirdType = named('第三方类型', z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/i, '不是有效的第三方类型'))
const token = named('令牌', z.string().min(1, '此项为必填项').max(8000))

export const singleSignOnCalls = {
  /** A JSON Web Token of a configured issuer becomes a session (spec 1 §7.2). */
  jwt: command({
    title: '以签名令牌登录',
    path: '/sys/jwt',
    access: 'public',
    input: z.object({ token, service: named('来源系统', z.string().max(500).optional()) }),
    output: loginResult,
  }),
  /** The user behind a ticket that a provider's round trip ended with; redeemed once. */
  thirdLoginUser: command({
    title: '第三方登录结果',
    path: '/sys/thirdLogin/getLoginUser/:token/:thirdType',
    method: 'GET',
    access: 'public',
    input: z.object({ token, thirdType }),
    output: loginResult,
  }),
  /** The same, as third-party clients that post know it. */
  thirdLogin: command({
    title: '第三方登录',
    path: '/sys/thirdLogin',
    access: 'public',
    input: z.object({ token, type: thirdType }),
    output: loginResult,
  }),
  /** What Kingdee's own client needs to sign this user in there; configured by the operator. */
  kingdee: query({
    title: '金蝶登录信息',
    path: '/token/kingdee/auth-info',
    method: 'GET',
    access: 'signedIn',
    input: z.object({ target: named('目标地址', z.string().max(500).optional()) }),
    output: z.object({ url: z.string(), token: z.string(), expiresTime: z.string() }),
  }),
}
