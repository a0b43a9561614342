import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { canBeKept } from '../../kernel/errors.ts'
import { fail, lockedFor } from '../../kernel/limits.ts'
import { networkOf } from '../../kernel/network.ts'
import { loadAccount, outOfForce, tooManyFailures, type Account } from '../session/index.ts'
import type { SignInMethod } from '@heliodesk/contract/sign-in-methods.ts'
import { recordSignIn } from '../sign-in-log/index.ts'

/** An external identity: an issuer or provider, and its name for the person. */
export type Identity = {
  thirdType: string
  subject: string
  /** The user name or phone that finds an account not linked yet. */
  login: string | null
  /** The company whose people this issuer may sign in. */
  tenant: string
}

/** OpenID Connect's limit for a subject; external values are looked up in indexes and stored in logs. */
const LONGEST = 255

/** Whether an external name or id can be stored: a text, not empty, within the limit. */
export const isFit = (claim: unknown): claim is string =>
  typeof claim === 'string' && claim !== '' && claim.length <= LONGEST && canBeKept(claim)

const UNKNOWN = new Refusal('no_account', signInFaults.noAccount)

/**
 * The account of an identity. A linked account is found by the link. An unlinked one is found by its login name and
 * linked, so that later renames on either side do not matter. An issuer can only reach its own company.
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
    return outOfForce(account)
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

/** The refusal to check external tokens from this address now, or null. */
export async function refuseFlood(ctx: PublicCtx): Promise<Refusal | null> {
  const locked = await lockedFor(ctx.db, keyOf(ctx), ctx.now)
  return locked > 0 ? tooManyFailures(locked) : null
}

/** Counts a wrong external token; the answer gives no details. */
export async function wrongToken(ctx: PublicCtx): Promise<Refusal> {
  await fail(ctx.db, keyOf(ctx), TRIES, ctx.now)
  return new Refusal('bad_token', 'Token失效，请重新登录!')
}
