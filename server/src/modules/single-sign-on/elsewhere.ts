import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { canBeKept } from '../../kernel/errors.ts'
import { fail, lockedFor } from '../../kernel/limits.ts'
import { networkOf } from '../../kernel/network.ts'
import { loadAccount, tooManyFailures, type Account } from '../session/index.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import { recordSignIn } from '../sign-in-log/index.ts'

/** Who somebody is elsewhere: an issuer or provider, and its name for the person. */
export type Identity = {
  thirdType: string
  subject: string
  /** The name by which an account that is not linked yet is found: a user name or a phone. */
  login: string | null
  /** The company whose people this issuer may sign in. */
  tenant: string
}

/** As OpenID Connect bounds a subject; what comes from elsewhere is looked up in indexes and kept in logs. */
const LONGEST = 255

/** Whether a name or id from elsewhere is one that can be kept: a text, not empty, within bounds. */
export const isFit = (claim: unknown): claim is string =>
  typeof claim === 'string' && claim !== '' && claim.length <= LONGEST && canBeKept(claim)

const UNKNOWN = new Refusal('no_account', signInFaults.noAccount)
const FROZEN = new Refusal('frozen', signInFaults.frozen)

/**
 * The account behind an identity. One that is linked is found by the link; one that is not, by its login name, and
 * is linked from then on, so that renaming it on either side changes nothing. An issuer reaches its own company only.
 */
export async function accountOf(
  ctx: PublicCtx,
  identity: Identity,
  method: SignInMethod,
): Promise<Account | Refusal> {
  if (!isFit(identity.subject) || (identity.login !== null && !isFit(identity.login))) return UNKNOWN
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('id')
    .where('name', '=', identity.tenant)
    .executeTakeFirst()
  if (!tenant) return UNKNOWN
  const linked = await ctx.db
    .selectFrom('third_directory')
    .select(['tenant', 'user_id'])
    .where('third_type', '=', identity.thirdType)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  const found = linked ?? (await byLogin(ctx, identity.login))
  if (!found || found.tenant !== tenant.id) return UNKNOWN
  const account = await loadAccount(ctx, found.tenant, found.user_id)
  if (!account) return UNKNOWN
  if (!account.inForce) {
    const login = identity.login ?? identity.subject
    await recordSignIn(ctx, { method, login, userId: account.id, outcome: 'frozen' })
    return FROZEN
  }
  if (!linked) await link(ctx, identity, account.id)
  return account
}

const byLogin = async (ctx: PublicCtx, login: string | null) =>
  login === null
    ? undefined
    : ctx.db
        .selectFrom('login_directory')
        .select(['tenant', 'user_id'])
        .where('login', '=', login.toLowerCase())
        .executeTakeFirst()

const link = (ctx: PublicCtx, { thirdType, subject }: Identity, userId: string) =>
  ctx.db
    .insertInto('third_account')
    .values({ third_type: thirdType, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const TRIES = { windowMs: 60_000, max: 20, lockMs: 60_000, longestMs: 1_800_000 }

const keyOf = (ctx: PublicCtx) => `sso:address:${networkOf(ctx.client.address)}`

/** Why no foreign token from this address is looked at now, or null. */
export async function refuseFlood(ctx: PublicCtx): Promise<Refusal | null> {
  const locked = await lockedFor(ctx.db, keyOf(ctx), ctx.now)
  return locked > 0 ? tooManyFailures(locked) : null
}

/** A wrong foreign token: counted, and answered without saying what exactly was wrong. */
export async function wrongToken(ctx: PublicCtx): Promise<Refusal> {
  await fail(ctx.db, keyOf(ctx), TRIES, ctx.now)
  return new Refusal('bad_token', 'Token失效，请重新登录!')
}
