import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { hit, type Window } from '../../kernel/limits.ts'
import { networkOf } from '../../kernel/network.ts'
import { expectsOthers } from '../../kernel/reach.ts'
import { readSettings } from '../../kernel/settings.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { present } from '../../platform/certain.ts'
import { queueMessage } from './outbox.ts'
import { maskPhone } from './templates.ts'

export type Purpose = 'login' | 'forgot' | 'change'

/** The account that a code is for, as the account lookup returns it. */
type Asker = { tenantId: number; id: string; inForce: boolean; hasDemoPassword: boolean }

/** The owner of the phone when the code was sent. */
export type CodeOwner = { tenantId: number; userId: string }

const MAX_TRIES = 5
const CODE_LIFE_MS = 600_000
const RESEND_SECONDS = 120

const DAY_MS = 86_400_000

/** The usual limits of carriers and providers; strangers cannot use up a signed-in user's own limit. */
const PER_PHONE: Window = { windowMs: DAY_MS, max: 10 }
/** High enough for an office behind one address, too low for guessing. */
const PER_ADDRESS: Window = { windowMs: 3_600_000, max: 60 }
const BETWEEN: Window = { windowMs: RESEND_SECONDS * 1000, max: 1 }

const WRONG = new Refusal('code_wrong', '验证码错误')
const USED_UP = new Refusal('code_used_up', '验证码错误次数过多，请重新获取')
const GONE = new Refusal('code_expired', '验证码已失效，请重新获取')

/**
 * Sends a new code, which replaces the previous one. Without an account that may sign in, the same statements run and
 * nothing is sent, so that neither the answer nor the time reveals whose phone this is.
 */
export async function sendCode(
  ctx: PublicCtx,
  {
    phone,
    purpose,
    findAccount,
  }: { phone: string; purpose: Purpose; findAccount: () => Promise<Asker | null> },
) {
  const refused = await tooMany(ctx, phone, purpose)
  if (refused) return refused
  const found = await findAccount()
  const offered = await isOffered(ctx, purpose)
  const account = found?.inForce && offered ? found : null
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.db
    .insertInto('sms_code')
    .values({
      phone,
      purpose,
      tenant: account?.tenantId ?? null,
      user_id: account?.id ?? null,
      code_hash: hashOf(phone, purpose, code),
      created_at: ctx.now,
      expires_at: lifeFrom(ctx.now),
    })
    .onConflict((conflict) =>
      conflict.columns(['phone', 'purpose']).doUpdateSet((eb) => ({
        tenant: eb.ref('excluded.tenant'),
        user_id: eb.ref('excluded.user_id'),
        code_hash: eb.ref('excluded.code_hash'),
        tries: 0,
        verified: false,
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute()
  await queueMessage(ctx, {
    tenant: account?.tenantId ?? null,
    phone,
    template: purpose,
    params: { code },
    wanted: account !== null,
  })
  return {
    mobile: maskPhone(phone),
    retryAfter: RESEND_SECONDS,
    demoCode: account && isForDemo(ctx, account) ? code : null,
  }
}

/**
 * Whether the answer may contain the code: the account's password is public anyway, and the caller is on this machine.
 */
const isForDemo = ({ env, client }: PublicCtx, { hasDemoPassword }: Asker): boolean =>
  hasDemoPassword && env.SMS_PROVIDER === 'outbox' && !expectsOthers(env) && !client.openToOthers

/** Companies can disable phone sign-in. A phone without an account has no company and counts as enabled. */
const isOffered = async (ctx: PublicCtx, purpose: Purpose): Promise<boolean> =>
  (await readSettings(ctx.db)).system.values.phoneLogin || purpose !== 'login'

async function tooMany(ctx: PublicCtx, phone: string, purpose: Purpose): Promise<Refusal | null> {
  if (await hit(ctx.db, `sms:from:${networkOf(ctx.client.address)}`, PER_ADDRESS, ctx.now))
    return new Refusal('sms_too_many', '操作过于频繁，请稍后再试')
  const wait = await hit(ctx.db, `sms:wait:${purpose}:${phone}`, BETWEEN, ctx.now)
  if (wait > 0) return new Refusal('sms_too_soon', `验证码已发送，请 ${Math.ceil(wait / 1000)} s后重新获取`)
  const whose = purpose === 'change' ? 'own' : 'open'
  if (await hit(ctx.db, `sms:day:${whose}:${phone}`, PER_PHONE, ctx.now))
    return new Refusal('sms_too_many', '该手机号今日获取验证码次数已达上限，请明天再试')
  return null
}

/** Checks the code from the SMS and uses it up. A refusal must be returned, so that the attempt stays counted. */
export async function takeCode(
  ctx: PublicCtx,
  { phone, purpose, code }: { phone: string; purpose: Purpose; code: string },
): Promise<CodeOwner | Refusal> {
  const tried = await tryCode(ctx, phone, purpose, code)
  if (tried instanceof Refusal) return tried
  await ctx.db.deleteFrom('sms_code').where('id', '=', tried.id).execute()
  return tried.owner
}

/** Exchanges the code for a proof for `takeProof`, valid once, for the same time again. */
export async function exchangeCode(
  ctx: PublicCtx,
  { phone, purpose, code }: { phone: string; purpose: 'forgot' | 'change'; code: string },
): Promise<(CodeOwner & { proof: string }) | Refusal> {
  const tried = await tryCode(ctx, phone, purpose, code)
  if (tried instanceof Refusal) return tried
  const proof = randomBytes(24).toString('base64url')
  await updateRow(ctx.db, 'sms_code', tried.id, {
    verified: true,
    code_hash: hashOf(phone, purpose, proof),
    expires_at: lifeFrom(ctx.now),
  })
  return { ...tried.owner, proof }
}

/** Uses up the proof that `exchangeCode` returned for this phone. */
export async function takeProof(
  ctx: PublicCtx,
  { phone, proof }: { phone: string; proof: string },
): Promise<(CodeOwner & { purpose: Purpose }) | Refusal> {
  const rows = await ctx.db
    .selectFrom('sms_code')
    .select(['id', 'purpose', 'tenant', 'user_id', 'code_hash'])
    .where('phone', '=', phone)
    .where('verified', '=', true)
    .where('expires_at', '>', ctx.now)
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = rows.find(({ purpose, code_hash }) => isRight(code_hash, phone, purpose as Purpose, proof))
  if (!row) return GONE
  await ctx.db.deleteFrom('sms_code').where('id', '=', row.id).execute()
  return { tenantId: present(row.tenant), userId: present(row.user_id), purpose: row.purpose as Purpose }
}

/**
 * One attempt. It is counted before the comparison, and the row stays locked until the transaction ends, so that
 * concurrent attempts see each other.
 */
async function tryCode(ctx: PublicCtx, phone: string, purpose: Purpose, code: string) {
  const row = await ctx.db
    .updateTable('sms_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('verified', '=', false)
    .where('expires_at', '>', ctx.now)
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'tenant', 'user_id', 'code_hash', 'tries'])
    .executeTakeFirst()
  if (!row) return GONE
  const right = isRight(row.code_hash, phone, purpose, code)
  if (right && row.tenant !== null && row.user_id !== null)
    return { id: row.id, owner: { tenantId: row.tenant, userId: row.user_id } }
  return row.tries < MAX_TRIES ? WRONG : USED_UP
}

/**
 * Salt and SHA-256 of phone, purpose and code. No hash protects one of a million codes from an attacker with the
 * database; this one keeps it out of dumps and logs during its ten minutes, and the limit of five attempts protects it
 * from everybody else.
 */
function hashOf(phone: string, purpose: Purpose, code: string, salt: Buffer = randomBytes(16)): Buffer {
  const digest = createHash('sha256').update(salt).update([phone, purpose, code].join('\n')).digest()
  return Buffer.concat([salt, digest])
}

const isRight = (stored: Buffer, phone: string, purpose: Purpose, code: string) =>
  timingSafeEqual(stored, hashOf(phone, purpose, code, stored.subarray(0, 16)))

const lifeFrom = (now: Date) => new Date(now.getTime() + CODE_LIFE_MS)
