import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { captchaCalls } from '@heliodesk/contract/captcha.ts'
import type { passwordCalls } from '@heliodesk/contract/passwords.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { sendTo, type Address } from '../../lib/call.ts'

/* The contract's calls by address only: their schemas would add the validation library to the login page, a third of
   its size. `calls.test.ts` compares the addresses with the contract. */
type Session = typeof sessionCalls
type Passwords = typeof passwordCalls
type SingleSignOn = typeof singleSignOnCalls
type GetCaptcha = typeof captchaCalls.get

export type Puzzle = Received<GetCaptcha>
export type CaptchaAnswer = NonNullable<Sent<Session['login']>['captchaVO']>
export type SentCode = Received<Passwords['sms']>
export type VerifiedPhone = Received<Passwords['phoneVerification']>

export const addresses = {
  login: { method: 'POST', path: '/sys/login', envelope: 'sys' },
  phoneLogin: { method: 'POST', path: '/sys/phoneLogin', envelope: 'sys' },
  secondStep: { method: 'POST', path: '/sys/secondFactor/signIn', envelope: 'sys' },
  me: { method: 'GET', path: '/sys/user/getUserInfo', envelope: 'sys' },
  getCaptcha: { method: 'POST', path: '/captcha/get', envelope: 'captcha' },
  sendCode: { method: 'POST', path: '/sys/sms', envelope: 'sys' },
  verifyPhone: { method: 'POST', path: '/sys/phoneVerification', envelope: 'sys' },
  changePassword: { method: 'POST', path: '/sys/user/passwordChange', envelope: 'sys' },
  jwt: { method: 'POST', path: '/sys/jwt', envelope: 'sys' },
  exchangeTicket: { method: 'POST', path: '/sys/ticket/exchange', envelope: 'sys' },
  logout: { method: 'POST', path: '/sys/logout', envelope: 'sys' },
  permissions: { method: 'GET', path: '/sys/permission/getUserPermissionByToken', envelope: 'sys' },
  thirdLogin: { method: 'GET', path: '/sys/thirdLogin/getLoginUser/:token/:thirdType', envelope: 'sys' },
} satisfies Record<string, Address>

const to =
  <C extends Call>(address: Address) =>
  (input: Sent<C>): Promise<Received<C>> =>
    sendTo<C>(address, input)

export const login = to<Session['login']>(addresses.login)
export const phoneLogin = to<Session['phoneLogin']>(addresses.phoneLogin)
export const secondStep = to<Session['secondStep']>(addresses.secondStep)
export const sendCode = to<Passwords['sms']>(addresses.sendCode)
export const verifyPhone = to<Passwords['phoneVerification']>(addresses.verifyPhone)
export const changePassword = to<Passwords['change']>(addresses.changePassword)
export const jwt = to<SingleSignOn['jwt']>(addresses.jwt)
export const thirdLogin = to<SingleSignOn['thirdLoginUser']>(addresses.thirdLogin)
export const exchangeTicket = to<SingleSignOn['exchangeTicket']>(addresses.exchangeTicket)

/** The user of a token's session. */
export const userOf = (token: string): Promise<Received<Session['me']>> =>
  sendTo<Session['me']>(addresses.me, {}, { token })

export const getCaptcha = (input: Sent<GetCaptcha>, signal: AbortSignal): Promise<Puzzle> =>
  sendTo<GetCaptcha>(addresses.getCaptcha, input, { signal })

/** The menu and the rights of the signed-in user; the workspace reports why they do not come. */
export function askPermissions(): Promise<Received<Session['permissions']>> {
  const asked = sendTo<Session['permissions']>(addresses.permissions, {})
  asked.catch(() => undefined)
  return asked
}

/** Ends the session of a token that is not the stored one. */
export const logOut = (token: string): Promise<null> =>
  sendTo<Session['logout']>(addresses.logout, {}, { token })
