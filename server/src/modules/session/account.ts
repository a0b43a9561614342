import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { PublicCtx } from '../../kernel/context.ts'

const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash of a password, with the stored parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** The same derivation with a given salt, for secrets that are compared with several stored ones. */
export const deriveKey = (secret: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(secret, { ...ARGON2, salt })

/** Compared against when the account is unknown, so that both cases take the same time. */
const decoyHash = hashPassword('no account has this password')

export type Account = {
  tenantId: number
  id: string
  username: string
  phone: string | null
  passwordHash: string
  mustChangePassword: boolean
  /** Neither the person nor the company is disabled. */
  inForce: boolean
  companyStopped: boolean
  /** It still has the public password of a demo tenant's people. */
  hasDemoPassword: boolean
}

/**
 * Finds the account of a user name or phone and sets its tenant for row-level security. Runs the same steps for an
 * unknown name, so that both cases take the same time.
 */
export async function findAccount(ctx: PublicCtx, login: string): Promise<Account | null> {
  const entry = await ctx.db
    .selectFrom('login_directory')
    .select(['tenant', 'user_id'])
    .where('login', '=', login.toLowerCase())
    .executeTakeFirst()
  return loadAccount(ctx, entry?.tenant ?? 0, entry?.user_id ?? '0')
}

/** Loads and locks a known user; a concurrent reset or freeze waits, and then ends the session opened here. */
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
    companyStopped: row.tenant_status !== 'active',
    inForce: row.status === '1' && row.tenant_status === 'active',
    hasDemoPassword: row.password_hash === row.demo_password_hash,
  }
}

/** Takes as long for an account that does not exist. */
export const matchesPassword = async (account: Account | null, password: string): Promise<boolean> =>
  (await verify(account?.passwordHash ?? (await decoyHash), password)) && account !== null
