import type { Received, Sent } from '@heliodesk/contract/call.ts'
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

export type LoginResult = Received<Login>
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
  thirdLogin: { method: 'GET', path: '/sys/thirdLogin/getLoginUser/:token/:thirdType', envelope: 'sys' },
} satisfies Record<string, Address>

export const login = (input: Sent<Login>): Promise<LoginResult> => sendTo<Login>(addresses.login, input)

export const phoneLogin = (input: Sent<PhoneLogin>): Promise<LoginResult> =>
  sendTo<PhoneLogin>(addresses.phoneLogin, input)

export const secondStep = (input: Sent<SecondStep>): Promise<Received<SecondStep>> =>
  sendTo<SecondStep>(addresses.secondStep, input)

/** The user of a token's session. */
export const userOf = (token: string): Promise<Received<Me>> => sendTo<Me>(addresses.me, {}, { token })

export const getCaptcha = (input: Sent<GetCaptcha>, signal: AbortSignal): Promise<Puzzle> =>
  sendTo<GetCaptcha>(addresses.getCaptcha, input, { signal })

export const sendCode = (input: Sent<SendCode>): Promise<SentCode> =>
  sendTo<SendCode>(addresses.sendCode, input)

export const verifyPhone = (input: Sent<VerifyPhone>): Promise<VerifiedPhone> =>
  sendTo<VerifyPhone>(addresses.verifyPhone, input)

export const changePassword = (input: Sent<ChangePassword>): Promise<null> =>
  sendTo<ChangePassword>(addresses.changePassword, input)

export const jwt = (input: Sent<Jwt>): Promise<LoginResult> => sendTo<Jwt>(addresses.jwt, input)

export const thirdLogin = (input: Sent<ThirdLogin>): Promise<LoginResult> =>
  sendTo<ThirdLogin>(addresses.thirdLogin, input)

export const exchangeTicket = (input: Sent<ExchangeTicket>): Promise<LoginResult> =>
  sendTo<ExchangeTicket>(addresses.exchangeTicket, input)

/** Ends the session of a token that is not the stored one. */
export const logOut = (token: string): Promise<null> => sendTo<Logout>(addresses.logout, {}, { token })
