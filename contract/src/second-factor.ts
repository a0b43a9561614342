import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing } from './fields.ts'
import { authenticatorApp, secondFactorCode } from './second-factor-code.ts'

const { command, query } = callsOf('secondFactor')

const password = named('登录密码', z.string().min(1, '请输入登录密码').max(128))

/** Shown once; each is good for one sign-in without the authenticator app. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const secondFactorCalls = {
  status: query({
    title: '本人的两步验证',
    path: 'GET /sys/secondFactor/status',
    access: 'signedIn',
    sessionOnly: true,
    input: nothing,
    output: z.object({
      enabled: z.boolean(),
      /** When it was turned on, in the company's time zone; null while it is off. */
      since: z.string().nullable(),
      /** The number of unused recovery codes. */
      recoveryLeft: z.int(),
    }),
  }),
  /** Creates a new secret for the authenticator app; it takes effect when `confirm` has proved that the app has it. */
  begin: command({
    title: '开始开启两步验证',
    path: '/sys/secondFactor/begin',
    access: 'signedIn',
    secret: true,
    input: z.object({ password }),
    output: authenticatorApp,
  }),
  confirm: command({
    title: '确认开启两步验证',
    path: '/sys/secondFactor/confirm',
    access: 'signedIn',
    secret: true,
    input: z.object({ code: secondFactorCode }),
    output: recoveryCodes,
  }),
  /** Replaces all recovery codes. */
  renewRecoveryCodes: command({
    title: '更换恢复码',
    path: '/sys/secondFactor/renewRecoveryCodes',
    access: 'signedIn',
    secret: true,
    input: z.object({ code: secondFactorCode }),
    output: recoveryCodes,
  }),
  disable: command({
    title: '关闭两步验证',
    path: '/sys/secondFactor/disable',
    access: 'signedIn',
    input: z.object({ code: secondFactorCode }),
    output: z.null(),
  }),
  /** For a person who lost both app and recovery codes; also ends the sessions. */
  reset: command({
    title: '重置用户的两步验证',
    path: '/sys/user/resetSecondFactor',
    access: { perm: 'user:manage' },
    sessionOnly: true,
    input: z.object({ personId: named('用户', id) }),
    output: z.null(),
  }),
}
