import { randomBytes, randomInt } from 'node:crypto'
import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql } from 'kysely'
import { DomainError, type PublicCtx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { recordSignIn } from '../sign-in-log/index.ts'
import { deriveKey } from './account.ts'
import { totpOf } from './second-factor.ts'
import { endSessions } from './sessions.ts'

const ENABLED = new DomainError('second_factor.enabled', '两步验证已开启，请先关闭后再重新绑定')

type Person = { id: string; username: string }

/** Creates a secret for the person's authenticator app; it has no effect until `confirmEnrolment`. */
export async function beginEnrolment(ctx: PublicCtx, person: Person) {
  const secret = randomBytes(20)
  const begun = { secret, recovery_salt: randomBytes(16), created_at: ctx.now, last_step: '0' }
  await ctx.db
    .insertInto('second_factor')
    .values({ user_id: person.id, ...begun })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet(begun)
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirstOrThrow(() => ENABLED)
  const { system } = await readSettings(ctx.db)
  const totp = totpOf(secret, { issuer: system.values.productName, label: person.username })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Requires the second factor from the next sign-in on. The app must have been proved. Returns the recovery codes. */
export async function confirmEnrolment(ctx: PublicCtx, person: Person): Promise<string[]> {
  await ctx.db
    .updateTable('second_factor')
    .set({ confirmed_at: ctx.now })
    .where('user_id', '=', person.id)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirstOrThrow(() => ENABLED)
  await recordSecondFactor(ctx, person, '开启两步验证')
  return renewRecoveryCodes(ctx, person.id)
}

const RECOVERY_CODES = 10
/** Without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits. */
const newRecoveryCode = () =>
  Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Replaces all existing ones. */
export async function renewRecoveryCodes(ctx: PublicCtx, userId: string): Promise<string[]> {
  const { recovery_salt: salt } = await ctx.db
    .selectFrom('second_factor')
    .select('recovery_salt')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((code) => deriveKey(code, salt)))
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await ctx.db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
  return codes.map(inGroups)
}

/** Records a change of the second factor in the sign-in log. */
export const recordSecondFactor = (ctx: PublicCtx, person: Person, reason: string): Promise<void> =>
  recordSignIn(ctx, {
    method: 'password',
    login: person.username,
    userId: person.id,
    outcome: 'second_factor_changed',
    reason,
  })

const isAdministrator = (user: string) => sql<boolean>`exists (
  select from user_role held join role a on a.tenant_id = held.tenant_id and a.id = held.role_id
  where held.user_id = ${sql.ref(user)} and a.role_code = ${administratorRole})`

/** Whether the company requires a second factor of one of these people. */
export async function demandsSecondFactor(ctx: PublicCtx, ...userIds: string[]): Promise<boolean> {
  if (userIds.length === 0 || !(await readSettings(ctx.db)).system.values.adminSecondFactor) return false
  const row = await ctx.db
    .selectFrom('app_user as u')
    .select('u.id')
    .where('u.id', 'in', userIds)
    .where(isAdministrator('u.id'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends the sessions that administrators without a second factor opened by password or phone, or by a ticket, which may
 * come from such a session; they set it up at their next sign-in. Called when the company starts to require it, and
 * when a person becomes an administrator later.
 */
export async function endUnprovedSessions(ctx: PublicCtx): Promise<void> {
  // A sign-in locks its account until commit, so the next statement sees the sessions opened meanwhile.
  const { rows: unproved } = await sql<{ id: string }>`
    select u.id from app_user u
    where ${isAdministrator('u.id')}
      and not exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null)
    order by u.id for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: string }>`
    select distinct user_id as id from user_session
    where method in ('password', 'phone', 'ticket')
      and user_id = any(${unproved.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await endSessions(ctx, ids, { reason: '企业要求管理员开启两步验证' })
}
