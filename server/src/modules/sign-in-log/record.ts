import type { SignInOutcome } from '@heliodesk/contract/sign-in-log.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import type { PublicCtx } from '../../kernel/context.ts'

type Entry = {
  method: SignInMethod
  /** As it was entered. */
  login: string
  userId: string
  outcome: SignInOutcome
  reason?: string
  sessionId?: string
}

/**
 * Records an attempt in the log of the tenant of `ctx`. An attempt for an unknown account has no tenant whose
 * administrator could read it; callers write those to the server's log.
 */
export async function recordSignIn(
  ctx: PublicCtx,
  { method, login, userId, outcome, reason, sessionId }: Entry,
): Promise<void> {
  await ctx.db
    .insertInto('sign_in_log')
    .values({
      at: ctx.now,
      user_id: userId,
      login,
      method,
      outcome,
      reason,
      client_address: ctx.client.address,
      user_agent: ctx.client.userAgent,
      device_id: ctx.client.deviceId,
      session_id: sessionId,
    })
    .execute()
}
