import { z } from 'zod'
import { command, query } from './call.ts'
import { named } from './fields.ts'
import { loginResult } from './session.ts'
import { sisterPaths } from './shell.ts'

const thirdType = named('第三方类型', z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/i, '不是有效的第三方类型'))
const token = named('令牌', z.string().min(1, '此项为必填项').max(8000))

/** Systems that people go to with their session: the sisters by their menu paths, and the assistant by its own. */
export const ticketTargets = [...sisterPaths, '/AIGC'] as const
export type TicketTarget = (typeof ticketTargets)[number]

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
  /**
   * The way into another system with the caller's session (spec 1 §2.5, §2.6): a ticket for whoever stands at that
   * system's address, good for one exchange within a minute and only as long as the session stands.
   */
  issueTicket: command({
    title: '签发跳转票据',
    path: '/sys/ticket/issue',
    access: 'signedIn',
    secret: true,
    input: z.object({ target: named('目标系统', z.enum(ticketTargets, '没有这个系统')) }),
    output: z.object({
      /** Where the system lies, as the company configured it and the operator admits it. */
      url: z.string(),
      tenantId: z.string(),
      /** Null where the operator named the system as one that can only take the caller's own token. */
      ticket: z.string().nullable(),
      /** Seconds; 0 without a ticket. */
      expiresIn: z.int(),
    }),
  }),
  /** A ticket becomes a session of its own, once, for the system and the company that it was issued for. */
  exchangeTicket: command({
    title: '以跳转票据登录',
    path: '/sys/ticket/exchange',
    access: 'public',
    input: z.object({
      ticket: named('票据', z.string().min(1, '此项为必填项').max(200)),
      tenantId: named('租户编号', z.string().regex(/^[1-9]\d{0,9}$/, '不是有效的租户编号')),
      /** The system's own address; its origin is what counts. */
      target: named(
        '目标系统地址',
        z.url({ protocol: /^https?$/, error: '请输入以 http:// 或 https:// 开头的地址' }).max(2000),
      ),
    }),
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
