import { Secret, TOTP } from 'otpauth'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { fail, forgive, takeTurn, type Lockout } from '../../kernel/limits.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { deriveKey } from './account.ts'
import { tooManyFailures } from './attempts.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

/** A guess matches one of three codes in a million; with these limits a success takes years. */
const RULE: Lockout = { max: 5, windowMs: 15 * MINUTE_MS, lockMs: MINUTE_MS, longestMs: 30 * MINUTE_MS }

const WRONG = new Refusal('wrong_second_factor', '动态口令或恢复码不正确')

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
export const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }), digits: 6, period: 30 })

/** Whether a person's sign-in needs a second step. */
export function hasSecondFactor(ctx: PublicCtx, userId: string): Promise<boolean> {
  const factor = ctx.db.selectFrom('second_factor').where('user_id', '=', userId)
  return hasRow(factor.where('confirmed_at', 'is not', null))
}

/**
 * Checks a code of the person's authenticator app, or a recovery code; either is valid once. Returns the error, or
 * null. Wrong codes are counted, so the transaction must commit; `confirmed: false` checks an app that is not active
 * yet.
 */
export async function secondFactorFault(
  ctx: PublicCtx,
  userId: string,
  code: string,
  { confirmed = true } = {},
): Promise<Refusal | null> {
  const key = `second-factor:${userId}`
  const locked = await takeTurn(ctx.db, key, ctx.now)
  if (locked > 0) return tooManyFailures(locked)
  const factor = await ctx.db
    .selectFrom('second_factor')
    .select(['secret', 'last_step', 'recovery_salt'])
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const good =
    factor !== undefined &&
    (code.length === 6
      ? await takeStep(ctx, userId, factor, code)
      : await takeRecovery(ctx, userId, factor, code))
  if (good) {
    await forgive(ctx.db, key)
    return null
  }
  const lock = await fail(ctx.db, key, RULE, ctx.now)
  return lock > 0 ? tooManyFailures(lock) : WRONG
}

type Factor = { secret: Buffer; last_step: string; recovery_salt: Buffer }

/** Also accepts the steps before and after the server's own, for clocks that are slightly off. */
async function takeStep(ctx: PublicCtx, userId: string, factor: Factor, code: string): Promise<boolean> {
  const at = ctx.now.getTime()
  const delta = totpOf(factor.secret).validate({ token: code, timestamp: at, window: 1 })
  if (delta === null) return false
  const step = Math.floor(at / STEP_MS) + delta
  if (step <= Number(factor.last_step)) return false
  await ctx.db
    .updateTable('second_factor')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .execute()
  return true
}

async function takeRecovery(ctx: PublicCtx, userId: string, factor: Factor, code: string): Promise<boolean> {
  const taken = await ctx.db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', await deriveKey(code, factor.recovery_salt))
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}
