import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { mayRelate } from '../stations/index.ts'
import { isAbove, usersInScope } from './scope.ts'

const LAST_ADMINISTRATOR = new DomainError(
  'user.last_administrator',
  '至少保留一名在用且拥有全部数据权限的管理员',
)

export type LockedUser = {
  id: string
  version: number
  username: string
  realname: string
  phone: string | null
  work_no: string | null
  department_id: string
  psas: string[]
  /** Has a permission or the whole data scope, which the caller lacks. */
  above: boolean
  /** Is related to projects that the caller may not relate: signing in as this person would show more data. */
  reaches_beyond: boolean
  administers: boolean
}

/** Locks people in scope in the order of their ids; unknown and invisible ones throw the same error. */
export async function lockUsers(ctx: Ctx, ids: string[]): Promise<LockedUser[]> {
  const users = await lockMatching(ctx, sql`u.id = any(${ids}::bigint[])`)
  if (users.length < ids.length) throw notFound()
  return users
}

export async function lockUser(ctx: Ctx, key: 'id' | 'username', value: string): Promise<LockedUser> {
  const [user] = await lockMatching(ctx, sql`${sql.ref(`u.${key}`)} = ${value}`)
  if (!user) throw notFound()
  return user
}

async function lockMatching(ctx: Ctx, matches: RawBuilder<unknown>): Promise<LockedUser[]> {
  const { rows } = await sql<LockedUser>`
    select u.id, u.version, u.username, u.realname, u.phone, u.work_no, u.department_id, ${isAbove(ctx.who, 'u')} as above,
      array(select up.psa_id::text from user_psa up where up.user_id = u.id) as psas,
      exists (select from user_psa up join psa p on p.tenant_id = up.tenant_id and p.id = up.psa_id
        where up.user_id = u.id and not ${mayRelate(ctx.who, 'p')}) as reaches_beyond,
      ${isActiveAdministrator('u')} as administers
    ${usersInScope(ctx)} and ${matches} order by u.id for no key update of u`.execute(ctx.db)
  return rows
}

export function requireNotAbove(users: LockedUser[]): void {
  const above = users.filter((user) => user.above).map((user) => user.realname)
  if (above.length === 0) return
  throw new DomainError('user.above', `“${above.join('、')}”的权限或数据范围高于您，不能操作`)
}

/** For changes that let the caller sign in as another person: a password, or the phone that can reset it. */
export function requireReach(user: LockedUser): void {
  if (!user.above && !user.reaches_beyond) return
  throw new DomainError(
    'user.above',
    `“${user.realname}”的权限或数据范围超出您的，请由管理员重置密码或手机号`,
  )
}

const isActiveAdministrator = (table: string): RawBuilder<SqlBool> => {
  const user = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`(${user('status')} = '1' and ${user('has_all_data')} and exists (
    select from user_role held join role a on a.tenant_id = held.tenant_id and a.id = held.role_id
    where held.tenant_id = ${user('tenant_id')} and held.user_id = ${user('id')}
      and a.role_code = ${administratorRole}))`
}

/** Runs a change that may remove an administrator, one at a time in the tenant, and throws if none is left. */
export async function keepingAnAdministrator(
  ctx: Ctx,
  users: LockedUser[],
  change: () => Promise<void>,
): Promise<void> {
  if (!users.some((user) => user.administers)) return change()
  await ctx.db
    .selectFrom('role')
    .select('id')
    .where('role_code', '=', administratorRole)
    .forNoKeyUpdate()
    .execute()
  await change()
  const left = await sql`select from app_user u where ${isActiveAdministrator('u')} limit 1`.execute(ctx.db)
  if (left.rows.length === 0) throw LAST_ADMINISTRATOR
}
