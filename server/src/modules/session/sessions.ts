import type { Output } from '@heliodesk/contract/call.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import type { SignInOutcome } from '@heliodesk/contract/sign-in-log.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx, PublicCtx } from '../../kernel/context.ts'
import { allOf } from '../../kernel/conditions.ts'
import { readToken } from '../../kernel/token.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { describeDevice } from '../../kernel/device.ts'

/** Condition on a row of `user_session`: neither its token nor the session has expired. */
const isStanding = (now: Date) =>
  sql<boolean>`expires_at > ${now} and app.session_stands(signed_in_at, ${now})`

/** When a session of the tenant of `ctx` was signed in, or null if it has ended; locks it until commit. */
export async function signInOf(ctx: PublicCtx, sessionId: string): Promise<Date | null> {
  const found = await ctx.db
    .selectFrom('user_session')
    .select('signed_in_at')
    .where('session_id', '=', sessionId)
    .where(isStanding(ctx.now))
    .limit(1)
    .forShare()
    .executeTakeFirst()
  return found?.signed_in_at ?? null
}

type Session = Output<(typeof sessionCalls)['sessions']>[number]

/** A user's sessions; several tokens of one session count as one. */
export async function listSessions(ctx: Ctx, userId: string): Promise<Session[]> {
  const rows = await ctx.db
    .selectFrom('user_session')
    .select(['session_id', 'user_agent', 'device_id', 'client_address', 'method', 'signed_in_at'])
    .select((eb) => eb.fn.max('last_used_at').as('used_at'))
    .where('user_id', '=', userId)
    .where(isStanding(ctx.now))
    .groupBy(['session_id', 'user_agent', 'device_id', 'client_address', 'method', 'signed_in_at'])
    .orderBy('used_at', 'desc')
    .orderBy('signed_in_at', 'desc')
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: describeDevice(row.user_agent),
    deviceId: row.device_id,
    clientAddress: row.client_address,
    method: row.method as SignInMethod,
    signInTime: toWireTime(row.signed_in_at, ctx.who.timeZone),
    lastUsedTime: toWireTime(row.used_at, ctx.who.timeZone),
    idleSeconds: Math.max(0, Math.floor((ctx.now.getTime() - row.used_at.getTime()) / 1000)),
    current: row.session_id === ctx.who.sessionId,
  }))
}

export type Ending = {
  /** The one session that ends, or the one that stays. */
  only?: string
  except?: string
  /** For the sign-in log: the outcome, and who or what caused it. */
  outcome?: Extract<SignInOutcome, 'logout' | 'ended'>
  reason?: string
}

/**
 * Ends sessions of one or more users, with all their tokens, and records it in the sign-in log. Returns how many ended.
 * Unless only one session is meant, sign-ins that wait for their second step end as well, because they may have begun
 * with a compromised password.
 */
export async function endSessions(
  ctx: PublicCtx,
  users: string | readonly string[],
  { only, except, outcome = 'ended', reason }: Ending = {},
): Promise<number> {
  const meant = allOf(
    sql`s.user_id = any(${[users].flat()}::bigint[])`,
    only && sql`s.session_id = ${only}`,
    except && sql`s.session_id <> ${except}`,
  )
  // First, so that the statements below see a session that a second step opens at the same moment.
  if (!only) await dropSecondSteps(ctx, [users].flat())
  await waitForReplacements(ctx, meant)
  const { rows } = await sql`
    with gone as (
      delete from user_session s where ${meant} returning s.session_id, s.user_id, s.method, s.expires_at, s.signed_in_at
    )
    insert into sign_in_log
      (at, user_id, login, method, outcome, reason, client_address, user_agent, device_id, session_id)
    select distinct on (gone.session_id) ${ctx.now}::timestamptz, u.id, u.username, gone.method, ${outcome},
      ${reason ?? null}, ${ctx.client.address}, ${ctx.client.userAgent}, ${ctx.client.deviceId}, gone.session_id
    from gone join app_user u on u.id = gone.user_id
    where ${isStanding(ctx.now)}
    returning id`.execute(ctx.db)
  return rows.length
}

const dropSecondSteps = (ctx: PublicCtx, users: readonly string[]) =>
  sql`delete from second_step where tenant = app.tenant_id() and user_id = any(${users}::bigint[])`.execute(
    ctx.db,
  )

/** Ends the session of the token sent; an invalid token counts as signed out. */
export async function signOut(ctx: PublicCtx): Promise<null> {
  const { tenantId, hash } = readToken(ctx.client.token ?? '')
  await ctx.enterTenant(tenantId)
  const session = await ctx.db
    .selectFrom('user_session')
    .select(['user_id', 'session_id'])
    .where('token_hash', '=', Buffer.from(hash, 'hex'))
    .executeTakeFirst()
  if (session) await endSessions(ctx, session.user_id, { only: session.session_id, outcome: 'logout' })
  return null
}

/**
 * A concurrent replacement of a token commits its new token while this waits for the old one; the following statement
 * sees both.
 */
const waitForReplacements = (ctx: PublicCtx, meant: RawBuilder<unknown>) =>
  sql`select from user_session s where ${meant} order by s.token_hash for update`.execute(ctx.db)
