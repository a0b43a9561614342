import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, id, keyOf, named, sysPage, sysPageOf, text } from './fields.ts'
import { signInMethod } from './sign-in-methods.ts'

const { query } = callsOf('session')

export const signInOutcomes = {
  success: '登录成功',
  wrong_password: '密码错误',
  wrong_code: '验证码错误',
  frozen: '账号已停用',
  locked: '已锁定',
  refused: '已拒绝',
  logout: '退出登录',
  ended: '登录被终止',
  password_changed: '修改密码',
  second_factor_changed: '变更两步验证',
} as const

export type SignInOutcome = keyof typeof signInOutcomes

const signInOutcome = keyOf(signInOutcomes)

const entry = z.object({
  id: z.string(),
  time: z.string(),
  userId: z.string().nullable(),
  realname: z.string().nullable(),
  /** The user name or phone number as it was entered. */
  login: z.string(),
  method: signInMethod,
  outcome: signInOutcome,
  reason: z.string().nullable(),
  clientAddress: z.string().nullable(),
  device: z.string(),
  deviceId: z.string().nullable(),
  sessionId: z.string().nullable(),
})

export const signInLogCalls = {
  /** Sign-ins and attempts with address and result, latest first. Nobody can change the log. */
  list: query({
    title: '登录日志',
    path: 'GET /sys/signInLog/list',
    access: { perm: 'log:view' },
    input: z.object({
      ...sysPage,
      keyword: named('账号、姓名或地址', text(64).default('')),
      /** Whose entries; `userId` is the caller. */
      personId: named('用户', id.optional()),
      method: named('登录方式', signInMethod.optional()),
      outcome: named('结果', signInOutcome.optional()),
      from: named('开始日期', day.optional()),
      to: named('结束日期', day.optional()),
    }),
    output: sysPageOf(entry),
  }),
}
