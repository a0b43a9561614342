import { z } from 'zod'
import { callsOf } from './call.ts'
import { named } from './fields.ts'
import { loginResult } from './session.ts'
import { sisterPaths } from './shell.ts'

const { command, query } = callsOf()

const thirdType = named('第三方类型', z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/i, '不是有效的第三方类型'))
const token = named('令牌', z.string().min(1, '此项为必填项').max(8000))

/** Systems that accept the caller's session: the sister systems by menu path, and the assistant by its own. */
export const ticketTargets = [...sisterPaths, '/AIGC'] as const
export type TicketTarget = (typeof ticketTargets)[number]

export const singleSignOnCalls = {
  /** Exchanges a JSON Web Token of a configured issuer for a session (spec 1 §7.2). */
  jwt: command({
    title: '以签名令牌登录',
    path: '/sys/jwt',
    access: 'public',
    input: z.object({ token, service: named('来源系统', z.string().max(500).optional()) }),
    output: loginResult,
  }),
  /** Exchanges the ticket from a provider's redirect for the user; once. */
  thirdLoginUser: command({
    title: '第三方登录结果',
    path: 'GET /sys/thirdLogin/getLoginUser/:token/:thirdType',
    access: 'public',
    input: z.object({ token, thirdType }),
    output: loginResult,
  }),
  /** The same for third-party clients that use POST. */
  thirdLogin: command({
    title: '第三方登录',
    path: '/sys/thirdLogin',
    access: 'public',
    input: z.object({ token, type: thirdType }),
    output: loginResult,
  }),
  /**
   * Single sign-on to another system (spec 1 §2.5, §2.6): issues a ticket for the system at that address. The ticket
   * can be exchanged once, within a minute, while the session lasts.
   */
  issueTicket: command({
    title: '签发跳转票据',
    path: '/sys/ticket/issue',
    access: 'signedIn',
    secret: true,
    input: z.object({ target: named('目标系统', z.enum(ticketTargets, '没有这个系统')) }),
    output: z.object({
      /** The system's address as the company configured it and the operator allows it. */
      url: z.string(),
      tenantId: z.string(),
      /** null if the operator listed the system as one that only accepts the caller's own token. */
      ticket: z.string().nullable(),
      /** Seconds; 0 without a ticket. */
      expiresIn: z.int(),
    }),
  }),
  /** Exchanges a ticket for a new session, once, for the system and the company that it was issued for. */
  exchangeTicket: command({
    title: '以跳转票据登录',
    path: '/sys/ticket/exchange',
    access: 'public',
    input: z.object({
      ticket: named('票据', z.string().min(1, '此项为必填项').max(200)),
      tenantId: named('租户编号', z.string().regex(/^[1-9]\d{0,9}$/, '不是有效的租户编号')),
      /** The system's own address; only its origin counts. */
      target: named(
        '目标系统地址',
        z.url({ protocol: /^https?$/, error: '请输入以 http:// 或 https:// 开头的地址' }).max(2000),
      ),
    }),
    output: loginResult,
  }),
  /** The data that Kingdee's own client needs to sign this user in; configured by the operator. */
  kingdee: query({
    title: '金蝶登录信息',
    path: 'GET /token/kingdee/auth-info',
    access: 'signedIn',
    sessionOnly: true,
    input: z.object({ target: named('目标地址', z.string().max(500).optional()) }),
    output: z.object({ url: z.string(), token: z.string(), expiresTime: z.string() }),
  }),
}
