import { DatabaseError } from 'pg'
import { DomainError, Refusal, type Ctx, type Who } from '../../kernel/context.ts'
import { fail, takeTurn, type Lockout } from '../../kernel/limits.ts'
import { holderOfLogin } from '../checks/index.ts'

export const NAME_TAKEN = new DomainError('user.username_taken', '用户账号已存在')
export const PHONE_TAKEN = new DomainError('user.phone_taken', '手机号已存在')
export const WORK_NO_TAKEN = new DomainError('user.work_no_taken', '工号已存在')
export const TOO_MANY = new DomainError('user.logins_locked', '多次使用了不能使用的账号或手机号，请稍后再试')

/** The errors for a login that is used by another company. */
export const unusable = { username: '该用户账号不能使用，请更换', phone: '该手机号不能使用，请更换' }

const raced = (field: 'username' | 'phone') => new DomainError('user.login_unusable', unusable[field])

const HOUR = 3_600_000

/** Few people need more; a higher limit would help to find out who works for other companies. */
export const ELSEWHERE: Lockout = { windowMs: 24 * HOUR, max: 20, lockMs: HOUR, longestMs: 24 * HOUR }

export const elsewhereKey = ({ tenantId }: Pick<Who, 'tenantId'>): string => `login elsewhere ${tenantId}`

/** The table of logins spans all tenants; its violation tells which login another company took at the same moment. */
export const takenLogin = (username: string | null) => (error: unknown) => {
  if (!(error instanceof DatabaseError) || error.constraint !== 'login_directory_pkey') throw error
  throw raced(username !== null && error.detail?.includes(`=(${username})`) ? 'username' : 'phone')
}

/**
 * Sign-in names and phones are unique across companies. Names the login that a person of the own company has; for one
 * of another company says only that it cannot be used, and counts that for the whole company. Concurrent saves of one
 * company wait here until commit.
 */
export async function refuseTakenLogins(
  ctx: Ctx,
  logins: { username?: string; phone?: string | null },
  userId: string | null,
): Promise<Refusal | null> {
  const key = elsewhereKey(ctx.who)
  if ((await takeTurn(ctx.db, key, ctx.now)) > 0) throw TOO_MANY
  for (const field of ['username', 'phone'] as const) {
    const login = logins[field]
    if (!login) continue
    const holder = await holderOfLogin(ctx, login, userId)
    if (holder === 'colleague') throw field === 'username' ? NAME_TAKEN : PHONE_TAKEN
    if (holder === 'stranger') {
      await fail(ctx.db, key, ELSEWHERE, ctx.now)
      return new Refusal('user.login_unusable', unusable[field])
    }
  }
  return null
}
