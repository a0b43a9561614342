import type { SignInOutcome } from '@heliodesk/contract/sign-in-log.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { SECURITY } from '../../kernel/envelopes.ts'
import { fail, forgive, lockedFor, takeTurn, type Lockout } from '../../kernel/limits.ts'
import { networkOf } from '../../kernel/network.ts'
import { recordSignIn } from '../sign-in-log/index.ts'
import type { Account } from './account.ts'

const MINUTE_MS = 60_000

/** The limit of a login name, existing or not. */
const LOGIN_RULE: Lockout = { max: 5, windowMs: 60 * MINUTE_MS, lockMs: MINUTE_MS, longestMs: 30 * MINUTE_MS }

/** The limit of an address; a whole office may share one. */
const ADDRESS_RULE: Lockout = {
  max: 100,
  windowMs: 15 * MINUTE_MS,
  lockMs: MINUTE_MS,
  longestMs: 30 * MINUTE_MS,
}

const keyOfLogin = (login: string) => `sign-in:login:${login.toLowerCase()}`
const keyOfAddress = (ctx: PublicCtx) => `sign-in:address:${networkOf(ctx.client.address)}`

/**
 * Milliseconds until this login can be tried again from this address. Until the transaction ends, other attempts for
 * the login wait for the outcome of this one.
 */
export async function lockOf(ctx: PublicCtx, login: string): Promise<number> {
  const ofLogin = await takeTurn(ctx.db, keyOfLogin(login), ctx.now)
  return Math.max(ofLogin, await addressLock(ctx))
}

/** The same for attempts that are not counted by login, because their codes have limits of their own. */
export const addressLock = (ctx: PublicCtx): Promise<number> => lockedFor(ctx.db, keyOfAddress(ctx), ctx.now)

/** Counts a wrong password; returns the length of the resulting lock in milliseconds. */
export async function countWrongPassword(ctx: PublicCtx, login: string): Promise<number> {
  const ofLogin = await fail(ctx.db, keyOfLogin(login), LOGIN_RULE, ctx.now)
  return Math.max(ofLogin, await countFromAddress(ctx))
}

export const countFromAddress = (ctx: PublicCtx): Promise<number> =>
  fail(ctx.db, keyOfAddress(ctx), ADDRESS_RULE, ctx.now)

/** Resets an account's wrong passwords after proof of ownership or a new password. */
export async function forgiveFailures(
  ctx: PublicCtx,
  { username, phone }: { username: string; phone: string | null },
): Promise<void> {
  for (const login of [username, phone]) if (login) await forgive(ctx.db, keyOfLogin(login))
}

/** The same for an unknown name, so that the answer does not reveal which names exist. */
export const tooManyFailures = (lockMs: number) =>
  new Refusal(SECURITY, `登录失败次数过多，请 ${Math.ceil(lockMs / MINUTE_MS)} 分钟后再试`)

type Failure = { method: SignInMethod; login: string; outcome: SignInOutcome; reason?: string }

/** Records a failed attempt in the log of the account's tenant, or in the server's log if there is no account. */
export async function recordFailure(
  ctx: PublicCtx,
  account: Account | null,
  failure: Failure,
): Promise<void> {
  if (account) return recordSignIn(ctx, { ...failure, userId: account.id })
  // The input may be a password typed into the wrong field.
  const { method, outcome, login } = failure
  ctx.log.info(
    { method, outcome, login: `${login.slice(0, 2)}…`, address: ctx.client.address },
    'sign-in without an account',
  )
}
