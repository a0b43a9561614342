import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx, Who } from '../../kernel/context.ts'
import { ownDepartments } from '../departments/index.ts'
import { mayGive } from '../roles/index.ts'

/**
 * People whose department is in the caller's scope; every read and write of people uses this. Machine accounts are none
 * (modules/api-tokens), and neither is who was removed.
 */
export const usersInScope = ({ who }: Pick<Ctx, 'who'>): RawBuilder<unknown> => sql`
  from app_user u
  join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  where u.status <> '3' and u.gone_at is null and ${ownDepartments(who, 'd.org_code')}`

/** Whether a person has a permission or scope that the caller lacks; `table` is the person's alias. */
export const isAbove = (who: Who, table: string): RawBuilder<SqlBool> => {
  const user = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`((${user('has_all_data')} and not ${who.hasAllData}::boolean) or exists (
    select from user_role given join role r on r.tenant_id = given.tenant_id and r.id = given.role_id
    where given.tenant_id = ${user('tenant_id')} and given.user_id = ${user('id')} and not ${mayGive(who, 'r')}))`
}

/** The permission codes that a person holds through all roles; `table` is the person's alias. */
export const codesOf = (table: string): RawBuilder<string[]> => sql<string[]>`array(
  select distinct p.code from user_role ur
    join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
    join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
  where ur.tenant_id = ${sql.ref(`${table}.tenant_id`)} and ur.user_id = ${sql.ref(`${table}.id`)}
    and p.code is not null)`
