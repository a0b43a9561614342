import type { Received, Sent } from '@heliodesk/contract/call.ts'
import type { captchaCalls } from '@heliodesk/contract/captcha.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import { sendTo, type Address } from '../../lib/call.ts'

/*
 * The contract's calls by their addresses: their schemas would bring the validation library onto the login page, a
 * third of its weight. `calls.test.ts` holds the addresses to the contract.
 */
type Login = typeof sessionCalls.login
type GetCaptcha = typeof captchaCalls.get

export type LoginResult = Received<Login>
export type Puzzle = Received<GetCaptcha>
export type CaptchaAnswer = NonNullable<Sent<Login>['captchaVO']>

export const addresses = {
  login: { method: 'POST', path: '/sys/login', envelope: 'sys' },
  getCaptcha: { method: 'POST', path: '/captcha/get', envelope: 'captcha' },
} satisfies Record<string, Address>

export const login = (input: Sent<Login>): Promise<LoginResult> => sendTo<Login>(addresses.login, input)

export const getCaptcha = (input: Sent<GetCaptcha>, signal: AbortSignal): Promise<Puzzle> =>
  sendTo<GetCaptcha>(addresses.getCaptcha, input, { signal })
