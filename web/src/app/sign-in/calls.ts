import type { Call, Received, Sent } from '@heliodesk/contract/call.ts'
import type { captchaCalls } from '@heliodesk/contract/captcha.ts'
import type { passwordCalls } from '@heliodesk/contract/passwords.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { singleSignOnCalls } from '@heliodesk/contract/single-sign-on.ts'
import { sendTo, type Address } from '../../lib/call.ts'

/* The contract's calls by address only: their schemas would add the validation library to the login page, a third of
   its size. `calls.test.ts` compares the addresses with the contract. */
type Login = typeof sessionCalls.login
type PhoneLogin = typeof sessionCalls.phoneLogin
type SecondStep = typeof sessionCalls.secondStep
type Me = typeof sessionCalls.me
type GetCaptcha = typeof captchaCalls.get
type SendCode = typeof passwordCalls.sms
type VerifyPhone = typeof passwordCalls.phoneVerification
type ChangePassword = typeof passwordCalls.change
type Jwt = typeof singleSignOnCalls.jwt
type ThirdLogin = typeof singleSignOnCalls.thirdLoginUser
type ExchangeTicket = typeof singleSignOnCalls.exchangeTicket
type Logout = typeof sessionCalls.logout
type Permissions = typeof sessionCalls.permissions

export type Puzzle = Received<GetCaptcha>
export type CaptchaAnswer = NonNullable<Sent<Login>['captchaVO']>
export type SentCode = Received<SendCode>
export type VerifiedPhone = Received<VerifyPhone>

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

export const login = to<Login>(addresses.login)
export const phoneLogin = to<PhoneLogin>(addresses.phoneLogin)
export const secondStep = to<SecondStep>(addresses.secondStep)
export const sendCode = to<SendCode>(addresses.sendCode)
export const verifyPhone = to<VerifyPhone>(addresses.verifyPhone)
export const changePassword = to<ChangePassword>(addresses.changePassword)
export const jwt = to<Jwt>(addresses.jwt)
export const thirdLogin = to<ThirdLogin>(addresses.thirdLogin)
export const exchangeTicket = to<ExchangeTicket>(addresses.exchangeTicket)

/** The user of a token's session. */
export const userOf = (token: string): Promise<Received<Me>> => sendTo<Me>(addresses.me, {}, { token })

export const getCaptcha = (input: Sent<GetCaptcha>, signal: AbortSignal): Promise<Puzzle> =>
  sendTo<GetCaptcha>(addresses.getCaptcha, input, { signal })

/** The menu and the rights of the signed-in user; the workspace reports why they do not come. */
export function askPermissions(): Promise<Received<Permissions>> {
  const asked = sendTo<Permissions>(addresses.permissions, {})
  asked.catch(() => undefined)
  return asked
}

/** Ends the session of a token that is not the stored one. */
export const logOut = (token: string): Promise<null> => sendTo<Logout>(addresses.logout, {}, { token })
