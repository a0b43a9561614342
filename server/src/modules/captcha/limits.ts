import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { fail, hit, lockedFor, makeGood, takeTurn, type Lockout } from '../../kernel/limits.ts'
import { networkOf } from '../../kernel/network.ts'

// Counted per network of the client. For what these numbers let through, see docs/decisions/0009.
const WINDOW_MS = 60_000
const ANSWERS = {
  get: { max: 200, code: '6201', message: '获取验证码次数过多，请稍后再试' },
  check: { max: 200, code: '6204', message: '验证次数过多，请稍后再试' },
  verify: { max: 200, code: '6205', message: '二次校验次数过多，请稍后再试' },
} as const

/** After a lock, the next failure locks again and for longer, unless somebody signed in meanwhile. */
const FAILURES: Lockout = {
  windowMs: 86_400_000,
  max: 10,
  slack: 1,
  lockMs: 300_000,
  longestMs: 7_200_000,
}

/** Failures that one sign-in takes back: people who sign in fail less than half of the time. */
const FAILURES_PER_SIGN_IN = 2

const failuresOf = (ctx: PublicCtx) => `captcha:failed:${networkOf(ctx.client.address)}`

async function countUse(ctx: PublicCtx, use: keyof typeof ANSWERS): Promise<Refusal | null> {
  if (ctx.env.RATE_LIMIT === 0) return null
  const { max, code, message } = ANSWERS[use]
  const key = `captcha:${use}:${networkOf(ctx.client.address)}`
  const over = await hit(ctx.db, key, { windowMs: WINDOW_MS, max }, ctx.now)
  return over > 0 ? new Refusal(code, message) : null
}

function locked(leftMs: number): Refusal | null {
  if (leftMs === 0) return null
  return new Refusal('6202', `验证失败次数过多，请${Math.ceil(leftMs / 60_000)}分钟后再试`)
}

/** The refusal to create a picture for this client now, or null. */
export const refuseGet = async (ctx: PublicCtx): Promise<Refusal | null> =>
  locked(await lockedFor(ctx.db, failuresOf(ctx), ctx.now)) ?? countUse(ctx, 'get')

/**
 * The refusal to check an answer now, or null. Answers from one network are checked one after the other, so that each
 * sees the failures of those before it; pictures collected in advance are useless during a lock.
 */
export const refuseCheck = async (ctx: PublicCtx): Promise<Refusal | null> =>
  (await countUse(ctx, 'check')) ?? locked(await takeTurn(ctx.db, failuresOf(ctx), ctx.now))

export const refuseVerify = (ctx: PublicCtx): Promise<Refusal | null> => countUse(ctx, 'verify')

export async function countFailure(ctx: PublicCtx): Promise<void> {
  await fail(ctx.db, failuresOf(ctx), FAILURES, ctx.now)
}

/** Credits a sign-in from this network: an attacker who only solves captchas never gets this far. */
export async function creditSignIn(ctx: PublicCtx): Promise<void> {
  await makeGood(ctx.db, failuresOf(ctx), FAILURES_PER_SIGN_IN)
}
