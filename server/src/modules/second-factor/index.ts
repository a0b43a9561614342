import { randomBytes, randomInt } from 'node:crypto'
import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { defineModule, DomainError, Refusal, type Ctx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import {
  countWrongPassword,
  deriveKey,
  endSessions,
  loadAccount,
  lockOf,
  matchesPassword,
  secondFactorFault,
  tooManyFailures,
  totpOf,
} from '../session/index.ts'
import { recordSignIn } from '../sign-in-log/index.ts'
import { lockUser, requireReach } from '../users/index.ts'

const ENABLED = new DomainError('second_factor.enabled', '两步验证已开启，请先关闭后再重新绑定')
const NOT_BEGUN = new DomainError('second_factor.not_begun', '请先扫描二维码，再输入动态口令')
const OFF = new DomainError('second_factor.off', '尚未开启两步验证')
const OWN = new DomainError('second_factor.own', '请在个人主页关闭自己的两步验证')
const WRONG_PASSWORD = new Refusal('wrong_password', '登录密码不正确')

const RECOVERY_CODES = 10
/** Without letters that are taken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits. */
const newRecoveryCode = () => Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('')

const inGroups = (code: string) => code.replaceAll(/(.{4})(?=.)/g, '$1-')

const factorOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('second_factor')
    .select(['secret', 'recovery_salt', 'confirmed_at'])
    .where('user_id', '=', ctx.who.userId)
    .executeTakeFirst()

async function renewRecoveryCodes(ctx: Ctx, salt: Buffer) {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', ctx.who.userId).execute()
  const hashes = await Promise.all(codes.map((code) => deriveKey(code, salt)))
  await ctx.db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id: ctx.who.userId, code_hash })))
    .execute()
  return { recoveryCodes: codes.map(inGroups) }
}

const record = (ctx: Ctx, user: { id: string; username: string }, reason: string) =>
  recordSignIn(ctx, {
    method: 'password',
    login: user.username,
    userId: user.id,
    outcome: 'second_factor_changed',
    reason,
  })

const self = ({ who }: Ctx) => ({ id: who.userId, username: who.username })

/** Whoever only found an open window does not get further: the password is asked for once more. */
async function passwordFault(ctx: Ctx, password: string): Promise<Refusal | null> {
  const locked = await lockOf(ctx, ctx.who.username)
  if (locked > 0) return tooManyFailures(locked)
  const account = await loadAccount(ctx, ctx.who.tenantId, ctx.who.userId)
  if (await matchesPassword(account, password)) return null
  const lock = await countWrongPassword(ctx, ctx.who.username)
  return lock > 0 ? tooManyFailures(lock) : WRONG_PASSWORD
}

export const secondFactor = defineModule(secondFactorCalls, {
  async status(ctx) {
    const factor = await factorOf(ctx)
    const { left } = await ctx.db
      .selectFrom('recovery_code')
      .select((eb) => eb.fn.countAll<string>().as('left'))
      .where('user_id', '=', ctx.who.userId)
      .executeTakeFirstOrThrow()
    const since = factor?.confirmed_at ?? null
    return {
      enabled: since !== null,
      since: since && toWireTime(since, ctx.who.timeZone),
      recoveryLeft: Number(left),
    }
  },

  async begin(ctx, { password }) {
    const fault = await passwordFault(ctx, password)
    if (fault) return fault
    const secret = randomBytes(20)
    const begun = { secret, recovery_salt: randomBytes(16), created_at: ctx.now, last_step: '0' }
    const stored = await ctx.db
      .insertInto('second_factor')
      .values({ user_id: ctx.who.userId, ...begun })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id'])
          .doUpdateSet(begun)
          .where('second_factor.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!stored) throw ENABLED
    const { system } = await readSettings(ctx.db)
    const totp = totpOf(secret, { issuer: system.values.productName, label: ctx.who.username })
    return { secret: totp.secret.base32, uri: totp.toString() }
  },

  async confirm(ctx, { code }) {
    const factor = await factorOf(ctx)
    if (!factor) throw NOT_BEGUN
    if (factor.confirmed_at) throw ENABLED
    const fault = await secondFactorFault(ctx, ctx.who.userId, code, { confirmed: false })
    if (fault) return fault
    await ctx.db
      .updateTable('second_factor')
      .set({ confirmed_at: ctx.now })
      .where('user_id', '=', ctx.who.userId)
      .execute()
    await record(ctx, self(ctx), '开启两步验证')
    return renewRecoveryCodes(ctx, factor.recovery_salt)
  },

  async renewRecoveryCodes(ctx, { code }) {
    const factor = await factorOf(ctx)
    if (!factor?.confirmed_at) throw OFF
    const fault = await secondFactorFault(ctx, ctx.who.userId, code)
    if (fault) return fault
    await record(ctx, self(ctx), '更换恢复码')
    return renewRecoveryCodes(ctx, factor.recovery_salt)
  },

  async disable(ctx, { code }) {
    const factor = await factorOf(ctx)
    if (!factor?.confirmed_at) throw OFF
    const fault = await secondFactorFault(ctx, ctx.who.userId, code)
    if (fault) return fault
    await ctx.db.deleteFrom('second_factor').where('user_id', '=', ctx.who.userId).execute()
    await record(ctx, self(ctx), '关闭两步验证')
    return null
  },

  async reset(ctx, { personId }) {
    if (personId === ctx.who.userId) throw OWN
    const person = await lockUser(ctx, 'id', personId)
    requireReach(person)
    const gone = await ctx.db
      .deleteFrom('second_factor')
      .where('user_id', '=', personId)
      .returning('user_id')
      .executeTakeFirst()
    if (!gone) throw new DomainError('second_factor.off', `“${person.realname}”尚未开启两步验证`)
    const reason = `两步验证由 ${ctx.who.realname}（${ctx.who.username}）重置`
    await record(ctx, { id: person.id, username: person.username }, reason)
    await endSessions(ctx, personId, { reason })
    return null
  },
})
