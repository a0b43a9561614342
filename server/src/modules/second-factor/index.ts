import { secondFactorCalls } from '@heliodesk/contract/second-factor.ts'
import { defineModule, DomainError, Refusal, type Ctx } from '../../kernel/context.ts'
import { countOf } from '../../kernel/paging.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  countWrongPassword,
  demandsSecondFactor,
  endSessions,
  hasSecondFactor,
  loadAccount,
  lockOf,
  matchesPassword,
  recordSecondFactor,
  renewRecoveryCodes,
  secondFactorFault,
  tooManyFailures,
} from '../session/index.ts'
import { lockUser, requireReach } from '../users/index.ts'

const NOT_BEGUN = new DomainError('second_factor.not_begun', '请先扫描二维码，再输入动态口令')
const OFF = new DomainError('second_factor.off', '尚未开启两步验证')
const DEMANDED = new DomainError('second_factor.demanded', '企业要求管理员开启两步验证，不能关闭')
const OWN = new DomainError('second_factor.own', '请在个人主页关闭自己的两步验证')
const WRONG_PASSWORD = new Refusal('wrong_password', '登录密码不正确')

const self = ({ who }: Ctx) => ({ id: who.userId, username: who.username })

const factorOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('second_factor')
    .select('confirmed_at')
    .where('user_id', '=', ctx.who.userId)
    .executeTakeFirst()

/** Checks the password again, so that an unattended browser is not enough. */
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
    const codes = ctx.db.selectFrom('recovery_code').where('user_id', '=', ctx.who.userId)
    const since = (await factorOf(ctx))?.confirmed_at ?? null
    return {
      enabled: since !== null,
      since: since && toWireTime(since, ctx.who.timeZone),
      recoveryLeft: await countOf(codes),
    }
  },

  async begin(ctx, { password }) {
    const fault = await passwordFault(ctx, password)
    return fault ?? beginEnrolment(ctx, self(ctx))
  },

  async confirm(ctx, { code }) {
    if (!(await factorOf(ctx))) throw NOT_BEGUN
    const fault = await secondFactorFault(ctx, ctx.who.userId, code, { confirmed: false })
    return fault ?? { recoveryCodes: await confirmEnrolment(ctx, self(ctx)) }
  },

  async renewRecoveryCodes(ctx, { code }) {
    if (!(await hasSecondFactor(ctx, ctx.who.userId))) throw OFF
    const fault = await secondFactorFault(ctx, ctx.who.userId, code)
    if (fault) return fault
    await recordSecondFactor(ctx, self(ctx), '更换恢复码')
    return { recoveryCodes: await renewRecoveryCodes(ctx, ctx.who.userId) }
  },

  async disable(ctx, { code }) {
    if (!(await hasSecondFactor(ctx, ctx.who.userId))) throw OFF
    if (await demandsSecondFactor(ctx, ctx.who.userId)) throw DEMANDED
    const fault = await secondFactorFault(ctx, ctx.who.userId, code)
    if (fault) return fault
    await ctx.db.deleteFrom('second_factor').where('user_id', '=', ctx.who.userId).execute()
    await recordSecondFactor(ctx, self(ctx), '关闭两步验证')
    return null
  },

  async reset(ctx, { personId }) {
    if (personId === ctx.who.userId) throw OWN
    const person = await lockUser(ctx, 'id', personId)
    requireReach(person)
    await ctx.db
      .deleteFrom('second_factor')
      .where('user_id', '=', personId)
      .returning('user_id')
      .executeTakeFirstOrThrow(
        () => new DomainError('second_factor.off', `“${person.realname}”尚未开启两步验证`),
      )
    const reason = `两步验证由 ${ctx.who.realname}（${ctx.who.username}）重置`
    await recordSecondFactor(ctx, person, reason)
    await endSessions(ctx, personId, { reason })
    return null
  },
})
