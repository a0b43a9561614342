import type { Input } from '@heliodesk/contract/call.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import { Refusal, type PublicCtx } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { takeCaptcha } from '../captcha/index.ts'
import { takeCode } from '../sms/index.ts'
import { findAccount, loadAccount, matchesPassword } from './account.ts'
import {
  addressLock,
  countFromAddress,
  countWrongPassword,
  forgiveFailures,
  lockOf,
  recordFailure,
  tooManyFailures,
} from './attempts.ts'
import { enterOrHold, outOfForce } from './second-step.ts'

const WRONG_PASSWORD = new Refusal('wrong_password', '用户名或密码错误')
const PHONE_CHANGED = new Refusal('phone_changed', '该手机号已变更，请重新获取验证码')
/** The company disabled phone sign-in after the code was sent; an unknown phone gets the same answer. */
const CODE_GONE = new Refusal('code_expired', '验证码已失效，请重新获取')

type Password = Input<(typeof sessionCalls)['login']>
type PhoneCode = Input<(typeof sessionCalls)['phoneLogin']>

/** Runs the same steps for an unknown name, including locks; only a right password gets a different answer. */
export async function signInByPassword(ctx: PublicCtx, { username, password, ...captcha }: Password) {
  const refused = await takeCaptcha(ctx, captcha)
  if (refused) return refused
  const tried = { method: 'password', login: username } as const
  const locked = await lockOf(ctx, username)
  const account = await findAccount(ctx, username)
  if (locked > 0) {
    await recordFailure(ctx, account, { ...tried, outcome: 'locked' })
    return tooManyFailures(locked)
  }
  if (!(await matchesPassword(account, password)) || !account) {
    const lock = await countWrongPassword(ctx, username)
    await recordFailure(ctx, account, { ...tried, outcome: 'wrong_password' })
    return lock > 0 ? tooManyFailures(lock) : WRONG_PASSWORD
  }
  await forgiveFailures(ctx, account)
  if (!account.inForce) {
    await recordFailure(ctx, account, { ...tried, outcome: 'frozen' })
    return outOfForce(account)
  }
  return enterOrHold(ctx, account, tried)
}

export async function signInByPhone(ctx: PublicCtx, { mobile, code }: PhoneCode) {
  const tried = { method: 'phone', login: mobile } as const
  const locked = await addressLock(ctx)
  if (locked > 0) {
    await recordFailure(ctx, await findAccount(ctx, mobile), { ...tried, outcome: 'locked' })
    return tooManyFailures(locked)
  }
  const owner = await takeCode(ctx, { phone: mobile, purpose: 'login', code })
  if (owner instanceof Refusal) {
    const lock = await countFromAddress(ctx)
    await recordFailure(ctx, await findAccount(ctx, mobile), { ...tried, outcome: 'wrong_code' })
    return lock > 0 ? tooManyFailures(lock) : owner
  }
  const account = await loadAccount(ctx, owner.tenantId, owner.userId)
  if (account?.phone !== mobile) {
    await recordFailure(ctx, account, { ...tried, outcome: 'refused', reason: PHONE_CHANGED.message })
    return PHONE_CHANGED
  }
  if (!account.inForce) {
    await recordFailure(ctx, account, { ...tried, outcome: 'frozen' })
    return outOfForce(account)
  }
  if (!(await readSettings(ctx.db)).system.values.phoneLogin) {
    await recordFailure(ctx, account, { ...tried, outcome: 'refused', reason: '企业已关闭手机验证码登录' })
    return CODE_GONE
  }
  return enterOrHold(ctx, account, tried)
}
