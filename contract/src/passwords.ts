import { z } from 'zod'
import { callsOf } from './call.ts'
import { named, nothing } from './fields.ts'
import { mobile, newPassword, smsCode } from './password-rules.ts'
import { carriedCaptcha } from './session.ts'

const { command } = callsOf()

const username = named('账号', z.string().trim().min(1, '请输入账号').max(64))

/** New password and its repetition; either may be sealed (spec 1 §5). */
const twice = {
  password: named('新密码', newPassword),
  confirmpassword: named('确认新密码', z.string().min(1, '请确认新密码!').max(128)),
}
const areEqual = {
  check: (given: { password: string; confirmpassword: string }) => given.password === given.confirmpassword,
  fault: { message: '两次输入的密码不一致!', path: ['confirmpassword'] },
}

const sent = z.object({
  /** The masked phone number, such as `138****5678`. */
  mobile: z.string(),
  /** Seconds until another code can be requested. */
  retryAfter: z.int(),
  /** The code itself, for accounts of a demo tenant, where no provider sends messages; null everywhere else. */
  demoCode: z.string().nullable(),
})

const verified = z.object({
  username: z.string(),
  /** Stands for the verified code in `passwordChange`; valid once, for ten minutes. */
  smscode: z.string(),
})

export const passwordCalls = {
  /** The current key for sealing passwords; it changes every hour and can be used for two. */
  key: command({
    title: '密码传输公钥',
    path: 'GET /sys/getEncryptedString',
    access: 'public',
    input: nothing,
    output: z.object({ keyId: z.string(), publicKey: z.string() }),
  }),
  /**
   * Sends a code for signing in (smsMode 0) or for a forgotten password (2). The answer does not reveal whether an
   * account has this phone.
   */
  sms: command({
    title: '发送短信验证码',
    path: '/sys/sms',
    access: 'public',
    input: z.object({
      mobile,
      smsMode: named(
        '短信类型',
        z.union(
          [z.literal(0), z.literal('0'), z.literal(2), z.literal('2')],
          '应为 0（登录）或 2（找回密码）',
        ),
      ),
      ...carriedCaptcha,
    }),
    output: sent,
  }),
  /** Sends a code to the signed-in user's own phone, to change the password. */
  userSms: command({
    title: '向本人手机发送验证码',
    path: '/sys/user/sms',
    access: 'signedIn',
    input: z.object(carriedCaptcha),
    output: sent,
  }),
  /** Forgotten password: verifies the code. */
  phoneVerification: command({
    title: '找回密码的手机验证',
    path: '/sys/phoneVerification',
    access: 'public',
    input: z.object({ mobile, code: smsCode }),
    output: verified,
  }),
  /** Verifies the code for the signed-in user's own phone. */
  userPhoneVerification: command({
    title: '本人的手机验证',
    path: '/sys/user/phoneVerification',
    access: 'signedIn',
    /** A phone number, if sent, must be the user's own. */
    input: z.object({ mobile: mobile.optional(), code: smsCode }),
    output: verified,
  }),
  /** Sets a new password with a verified code and ends all sessions of that user. */
  change: command({
    title: '以验证过的手机修改密码',
    path: '/sys/user/passwordChange',
    access: 'public',
    input: z.object({ username, mobile, code: smsCode, ...twice }).refine(areEqual.check, areEqual.fault),
    output: z.null(),
  }),
  /** The forced change after the first sign-in: needs no code; only allowed while it is due. Ends all sessions. */
  firstChange: command({
    title: '首次登录修改密码',
    path: '/sys/user/firstChangePassword',
    access: 'signedIn',
    withFirstPassword: true,
    input: z.object({ username, ...twice }).refine(areEqual.check, areEqual.fault),
    output: z.null(),
  }),
}
