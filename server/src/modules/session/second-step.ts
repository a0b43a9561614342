import { createHash, randomBytes } from 'node:crypto'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { secondStepDue, sessionCalls } from '@heliodesk/contract/session.ts'
import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import type { z } from 'zod'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { removeExpired } from '../../kernel/expiry.ts'
import { loadAccount, type Account } from './account.ts'
import { recordFailure } from './attempts.ts'
import { openSession } from './open-session.ts'
import { beginEnrolment, confirmEnrolment, demandsSecondFactor } from './enrolment.ts'
import { hasSecondFactor, secondFactorFault } from './second-factor.ts'

type Tried = { method: 'password' | 'phone'; login: string }
type LoginResult = Output<(typeof sessionCalls)['login']>
type SecondStepResult = Output<(typeof sessionCalls)['secondStep']>

const LIFE_MS = 5 * 60_000
const MOST_TRIES = 5

const GONE = new Refusal('second_step_expired', '登录已超时，请重新登录')

/** Why an account that is not in force is refused. */
export const outOfForce = (account: Pick<Account, 'companyStopped'> | null): Refusal =>
  account?.companyStopped
    ? new Refusal('company_stopped', signInFaults.companyStopped)
    : new Refusal('frozen', signInFaults.frozen)

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/**
 * Ends a successful first step: with a session, or with a ticket for the second step if the person has a second factor
 * or must set one up. An initial password must be changed before that.
 */
export async function enterOrHold(
  ctx: PublicCtx,
  account: Account,
  { method, login }: Tried,
): Promise<LoginResult | Refusal> {
  const enrols = !(await hasSecondFactor(ctx, account.id))
  if (enrols && (account.mustChangePassword || !(await demandsSecondFactor(ctx, account.id))))
    return openSession(ctx, account, { method, login })
  const app = enrols ? await beginEnrolment(ctx, account) : null
  const ticket = randomBytes(32).toString('base64url')
  await ctx.db
    .insertInto('second_step')
    .values({
      ticket_hash: hashOf(ticket),
      tenant: account.tenantId,
      user_id: account.id,
      method,
      login,
      enrols,
      expires_at: new Date(ctx.now.getTime() + LIFE_MS),
    })
    .execute()
  const due: z.input<typeof secondStepDue> = { ticket, app, expiresIn: LIFE_MS / 1000 }
  return enrols
    ? new Refusal('second_factor_demanded', '企业要求管理员开启两步验证，请绑定身份验证器后登录', due)
    : new Refusal('second_factor_due', '请输入动态口令完成登录', due)
}

/** Opens the session that waited for its second step. A ticket allows five attempts in five minutes. */
export async function completeSignIn(
  ctx: PublicCtx,
  { ticket, code }: Input<(typeof sessionCalls)['secondStep']>,
): Promise<SecondStepResult | Refusal> {
  const waiting = ctx.db.selectFrom('second_step').where('ticket_hash', '=', hashOf(ticket))
  const owner = await waiting.select(['tenant', 'user_id']).executeTakeFirst()
  if (!owner) return GONE
  // Locks the account before the step, in the same order as a password change.
  const account = await loadAccount(ctx, owner.tenant, owner.user_id)
  const held = await waiting
    .select(['method', 'login', 'tries', 'enrols', 'expires_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!held || held.expires_at <= ctx.now || held.tries >= MOST_TRIES) return GONE
  const tried: Tried = { method: held.method as Tried['method'], login: held.login }
  if (!account?.inForce) {
    await recordFailure(ctx, account, { ...tried, outcome: 'frozen' })
    return outOfForce(account)
  }
  const fault = await secondFactorFault(ctx, account.id, code, { confirmed: !held.enrols })
  if (fault) {
    await ctx.db
      .updateTable('second_step')
      .set({ tries: held.tries + 1 })
      .where('ticket_hash', '=', hashOf(ticket))
      .execute()
    await recordFailure(ctx, account, { ...tried, outcome: 'wrong_code', reason: '两步验证未通过' })
    return fault
  }
  await ctx.db.deleteFrom('second_step').where('ticket_hash', '=', hashOf(ticket)).execute()
  const recoveryCodes = held.enrols ? await confirmEnrolment(ctx, account) : null
  return { ...(await openSession(ctx, account, tried)), recoveryCodes }
}

export const secondStepUpkeep = removeExpired('sign-ins whose second step never came', 600_000, 'second_step')
