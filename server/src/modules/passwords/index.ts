import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { defineModule, DomainError, Refusal, type Ctx, type PublicCtx } from '../../kernel/context.ts'
import { currentPassingKey, passingKeyUpkeep } from '../../kernel/sealed.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { present } from '../../platform/certain.ts'
import { takeCaptcha } from '../captcha/index.ts'
import {
  endSessions,
  findAccount,
  forgiveFailures,
  hashPassword,
  loadAccount,
  matchesPassword,
  type Account,
  outOfForce,
} from '../session/index.ts'
import { recordSignIn } from '../sign-in-log/index.ts'
import { exchangeCode, sendCode, takeProof } from '../sms/index.ts'

const NO_PHONE = new DomainError('password.no_phone', '您的账号未绑定手机号，请联系管理员')
const OTHER_USER = new DomainError('password.other_user', '账号与验证手机号不符，请重新获取验证码')
const OTHER_NAME = new DomainError('password.other_user', '账号与当前登录用户不一致')
const SAME = new DomainError('password.same', '新密码不能与旧密码相同')
const NOT_DUE = new DomainError('password.not_due', '初始密码已修改，请通过“修改密码”更换密码')

const ownAccount = async (ctx: Ctx) => present(await loadAccount(ctx, ctx.who.tenantId, ctx.who.userId))

async function ownPhone(ctx: Ctx): Promise<string> {
  const { phone } = await ownAccount(ctx)
  if (phone === null) throw NO_PHONE
  return phone
}

type Change = { method: 'password' | 'phone'; reason: string }

/** Stores a password that differs from the current one, and ends every session opened with the old one. */
async function replacePassword(ctx: PublicCtx, account: Account, password: string, change: Change) {
  if (await matchesPassword(account, password)) throw SAME
  await updateRow(ctx.db, 'app_user', account.id, {
    password_hash: await hashPassword(password),
    must_change_password: false,
  })
  await endSessions(ctx, account.id, { reason: '修改密码' })
  await recordSignIn(ctx, {
    ...change,
    login: account.username,
    userId: account.id,
    outcome: 'password_changed',
  })
}

export const passwords = defineModule(
  passwordCalls,
  {
    key: (ctx) => currentPassingKey(ctx.db, ctx.now),

    async sms(ctx, { mobile, smsMode, ...captcha }) {
      const refused = await takeCaptcha(ctx, captcha)
      if (refused) return refused
      return sendCode(ctx, {
        phone: mobile,
        purpose: Number(smsMode) === 0 ? 'login' : 'forgot',
        findAccount: () => findAccount(ctx, mobile),
      })
    },

    async userSms(ctx, captcha) {
      const phone = await ownPhone(ctx)
      const refused = await takeCaptcha(ctx, captcha)
      if (refused) return refused
      return sendCode(ctx, { phone, purpose: 'change', findAccount: () => ownAccount(ctx) })
    },

    async phoneVerification(ctx, { mobile, code }) {
      const taken = await exchangeCode(ctx, { phone: mobile, purpose: 'forgot', code })
      if (taken instanceof Refusal) return taken
      const account = await loadAccount(ctx, taken.tenantId, taken.userId)
      if (account?.phone !== mobile) throw OTHER_USER
      return { username: account.username, smscode: taken.proof }
    },

    async userPhoneVerification(ctx, { mobile, code }) {
      const phone = await ownPhone(ctx)
      if (mobile !== undefined && mobile !== phone) throw OTHER_USER
      const taken = await exchangeCode(ctx, { phone, purpose: 'change', code })
      if (taken instanceof Refusal) return taken
      if (taken.userId !== ctx.who.userId) throw OTHER_USER
      return { username: ctx.who.username, smscode: taken.proof }
    },

    async change(ctx, { username, mobile, code, password }) {
      const taken = await takeProof(ctx, { phone: mobile, proof: code })
      if (taken instanceof Refusal) return taken
      const account = await loadAccount(ctx, taken.tenantId, taken.userId)
      if (account?.phone !== mobile || account.username !== username.toLowerCase()) throw OTHER_USER
      if (!account.inForce) {
        const { code: why, message } = outOfForce(account)
        throw new DomainError(why, message)
      }
      // Before the account is locked, in the lock order of sign-in.
      await forgiveFailures(ctx, account)
      const reason = taken.purpose === 'forgot' ? '找回密码' : '手机验证码修改密码'
      await replacePassword(ctx, account, password, { method: 'phone', reason })
      return null
    },

    async firstChange(ctx, { username, password }) {
      // Concurrent changes wait for each other here; otherwise shared locks on the row would deadlock.
      await ctx.db.selectFrom('app_user').select('id').where('id', '=', ctx.who.userId).forUpdate().execute()
      const account = await ownAccount(ctx)
      if (!account.mustChangePassword) throw NOT_DUE
      if (account.username !== username.toLowerCase()) throw OTHER_NAME
      await replacePassword(ctx, account, password, { method: 'password', reason: '首次登录修改密码' })
      return null
    },
  },
  [passingKeyUpkeep],
)
