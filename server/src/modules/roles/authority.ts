import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { ownDepartments } from '../departments/index.ts'

/** Whether the caller has the administrator role, which may grant every permission of the tenant. */
export const isAdministrator = (who: Who): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from user_role mine join role held on held.tenant_id = mine.tenant_id and held.id = mine.role_id
  where mine.user_id = ${who.userId} and held.role_code = ${administratorRole})`

/** The codes of the caller's permissions. A statement reads them once, however many permissions it compares with them. */
const heldCodes = (who: Who): RawBuilder<string[]> => sql<string[]>`array(
  select own.code from user_role mine
    join role_permission granted on granted.tenant_id = mine.tenant_id and granted.role_id = mine.role_id
    join permission own on own.tenant_id = granted.tenant_id and own.id = granted.permission_id
  where mine.user_id = ${who.userId} and own.code is not null)`

/** Whether the caller may grant or revoke a permission; `table` is its alias. Menus carry no permission. */
export const mayGrant = (who: Who, table: string): RawBuilder<SqlBool> => {
  const code = sql.ref(`${table}.code`)
  const isHeld = sql<SqlBool>`coalesce(${code} = any(${heldCodes(who)}), false)`
  return sql<SqlBool>`(${code} is null or ${isHeld} or ${isAdministrator(who)})`
}

/**
 * Whether the caller may assign a role, or act on people who have it: nobody grants permissions that they lack, and
 * only administrators make administrators. `table` is the role's alias.
 */
export const mayGive = (who: Who, table: string): RawBuilder<SqlBool> => {
  const role = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`(${isAdministrator(who)} or (${role('role_code')} <> ${administratorRole} and not exists (
    select from role_permission rp join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
    where rp.tenant_id = ${role('tenant_id')} and rp.role_id = ${role('id')}
      and p.code is not null and p.code <> all(${heldCodes(who)}))))`
}

/**
 * Why the caller may not change a role, in Chinese; null if it is allowed. A change affects everybody with the role:
 * they must be in the caller's departments, none of them with all data unless the caller has that too, and the role may
 * only have permissions that the caller could grant. `table` is the role's alias.
 */
export const refusalOf = (who: Who, table: string): RawBuilder<string | null> => {
  const role = (column: string) => sql.ref(`${table}.${column}`)
  const beyond = who.hasAllData
    ? sql<SqlBool>`false`
    : sql<SqlBool>`exists (
      select from user_role given
        join app_user u on u.tenant_id = given.tenant_id and u.id = given.user_id
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where given.tenant_id = ${role('tenant_id')} and given.role_id = ${role('id')}
        and (u.has_all_data or not ${ownDepartments(who, 'd.org_code')}))`
  return sql<string | null>`case
    when not ${mayGive(who, table)} then case when ${role('role_code')} = ${administratorRole}
      then '只有管理员可以修改管理员角色' else '该角色含有您没有的权限，不能修改' end
    when ${beyond} then '该角色的用户超出您的数据范围，不能修改'
  end`
}

/** Requires that the roles exist and the caller may assign them, and locks them until commit; throws otherwise. */
export async function requireGivableRoles(ctx: Ctx, ids: string[]): Promise<void> {
  const roles = await ctx.db
    .selectFrom('role as r')
    .select(['r.role_name', mayGive(ctx.who, 'r').as('givable')])
    .where(sql<SqlBool>`r.id = any(${ids}::bigint[])`)
    .orderBy('r.id')
    .forKeyShare()
    .execute()
  if (roles.length < new Set(ids).size) throw notFound()
  const beyond = roles.filter((role) => !role.givable).map((role) => role.role_name)
  if (beyond.length > 0) {
    throw new DomainError('role.beyond', `角色“${beyond.join('、')}”含有您没有的权限，不能授予`)
  }
}
