import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { PublicCtx } from '../../kernel/context.ts'

const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id of a password, as every stored one is. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** The same derivation with a salt of one's own, for secrets that are compared with several at once. */
export const deriveKey = (secret: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(secret, { ...ARGON2, salt })

/** Compared against when the account is unknown, so that both take the same time. */
const decoyHash = hashPassword('no account has this password')

export type Account = {
  tenantId: number
  id: string
  username: string
  phone: string | null
  passwordHash: string
  mustChangePassword: boolean
  /** Neither the person nor the company is stopped. */
  inForce: boolean
  /** Its password is the one that everybody knows, as a demo tenant's people have it at first. */
  hasDemoPassword: boolean
}

/**
 * Who signs in by this user name or phone; from here on row-level security admits that tenant. For a name that nobody
 * has the same steps are taken, so that both need the same time.
 */
export async function findAccount(ctx: PublicCtx, login: string): Promise<Account | null> {
  const entry = await ctx.db
    .selectFrom('login_directory')
    .select(['tenant', 'user_id'])
    .where('login', '=', login.toLowerCase())
    .executeTakeFirst()
  return loadAccount(ctx, entry?.tenant ?? 0, entry?.user_id ?? '0')
}

/** A known user; a reset or a freeze that comes meanwhile waits, and then ends the session that this opens. */
export async function loadAccount(ctx: PublicCtx, tenantId: number, userId: string): Promise<Account | null> {
  await ctx.enterTenant(tenantId)
  const row = await ctx.db
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select([
      'app_user.id',
      'username',
      'phone',
      'password_hash',
      'must_change_password',
      'app_user.status',
      'tenant.status as tenant_status',
      'tenant.demo_password_hash',
    ])
    .where('app_user.id', '=', userId)
    .forShare('app_user')
    .executeTakeFirst()
  if (!row) return null
  return {
    tenantId,
    id: row.id,
    username: row.username,
    phone: row.phone,
    passwordHash: row.password_hash,
    mustChangePassword: row.must_change_password,
    inForce: row.status === '1' && row.tenant_status === 'active',
    hasDemoPassword: row.password_hash === row.demo_password_hash,
  }
}

/** Takes as long for an account that does not exist. */
export const matchesPassword = async (account: Account | null, password: string): Promise<boolean> =>
  (await verify(account?.passwordHash ?? (await decoyHash), password)) && account !== null
