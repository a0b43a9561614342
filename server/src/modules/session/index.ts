import { hash, verify } from '@node-rs/argon2'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { defineModule, Refusal, type PublicCtx, type Upkeep } from '../../kernel/context.ts'
import { hashOf, newToken } from '../../kernel/token.ts'
import { takeCaptcha } from '../captcha/index.ts'
import { listAllDictionaryItems } from '../dictionaries/index.ts'
import { loadPermissions } from './menu.ts'
import { getUserInfo } from './user-info.ts'

/** The token lives seven days (spec 1 §4). */
const TOKEN_LIFE_MS = 604_800_000

const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id of a password, as every stored one is. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

const WRONG_PASSWORD = new Refusal('wrong_password', '用户名或密码错误')

/** Compared against when the account is unknown, so that both take the same time. */
const decoyHash = hashPassword('no account has this password')

async function findAccount(ctx: PublicCtx, login: string) {
  const entry = await ctx.db
    .selectFrom('login_directory')
    .select(['tenant', 'user_id'])
    .where('login', '=', login.toLowerCase())
    .executeTakeFirst()
  if (!entry) return null
  await ctx.enterTenant(entry.tenant)
  const account = await ctx.db
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
    .select([
      'app_user.id',
      'password_hash',
      'must_change_password',
      'app_user.status',
      'tenant.status as tenant_status',
    ])
    .where('app_user.id', '=', entry.user_id)
    // A reset or a freeze that comes meanwhile waits, and then ends the session that this opens.
    .forShare('app_user')
    .executeTakeFirst()
  return account ? { ...account, tenantId: entry.tenant } : null
}

async function openSession(ctx: PublicCtx, tenantId: number, userId: string): Promise<string> {
  const { token, hash: tokenHash } = newToken(tenantId)
  await ctx.db
    .insertInto('user_session')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      device_id: ctx.client.deviceId,
      client_address: ctx.client.address,
      user_agent: ctx.client.userAgent,
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + TOKEN_LIFE_MS),
    })
    .execute()
  return token
}

const sweep: Upkeep = {
  name: 'expired sessions',
  everyMs: 600_000,
  async run(db) {
    const tenants = await db.selectFrom('tenant').select('id').execute()
    for (const tenant of tenants) {
      await db
        .selectNoFrom((eb) =>
          eb.fn('set_config', [eb.val('app.tenant'), eb.val(String(tenant.id)), eb.lit(true)]).as('set'),
        )
        .execute()
      await db.deleteFrom('user_session').where('expires_at', '<', new Date()).execute()
      await db
        .deleteFrom('idempotency')
        .where('created_at', '<', new Date(Date.now() - TOKEN_LIFE_MS))
        .execute()
    }
  },
}

export const session = defineModule(
  sessionCalls,
  {
    async login(ctx, { username, password, ...captcha }) {
      const refused = await takeCaptcha(ctx, captcha)
      if (refused) return refused
      const account = await findAccount(ctx, username)
      const matches = await verify(account?.password_hash ?? (await decoyHash), password)
      if (!account || !matches) return WRONG_PASSWORD
      if (account.status !== '1' || account.tenant_status !== 'active') {
        return new Refusal('frozen', '该账号已停用，请联系管理员')
      }
      const token = await openSession(ctx, account.tenantId, account.id)
      const userInfo = await getUserInfo(ctx.db, account.tenantId, account.id)
      return {
        token,
        userInfo,
        departs: [{ id: userInfo.depId!, orgCode: userInfo.orgCode, departName: userInfo.departName! }],
        dataRoles: userInfo.dataRoles,
        sysAllDictItems: await listAllDictionaryItems(ctx.db),
        firstTimeLogin: account.must_change_password ? ('1' as const) : ('0' as const),
        root: { orgCode: userInfo.orgCode },
      }
    },

    async logout(ctx) {
      await ctx.db.deleteFrom('user_session').where('token_hash', '=', hashOf(ctx.client.token!)).execute()
      return null
    },

    me: (ctx) => getUserInfo(ctx.db, ctx.who.tenantId, ctx.who.userId),

    permissions: (ctx) => loadPermissions(ctx.db, ctx.who.userId),
  },
  [sweep],
)
