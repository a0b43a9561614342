import { z } from 'zod'

export const signInMethods = {
  password: '密码',
  phone: '手机验证码',
  jwt: '单点登录',
  third: '第三方',
  oidc: 'OpenID Connect',
  ticket: '系统跳转',
} as const

export type SignInMethod = keyof typeof signInMethods

export const signInMethod = z.enum(Object.keys(signInMethods) as [SignInMethod, ...SignInMethod[]])
