import { dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { sql } from 'kysely'
import { defineModule, notFound, type Ctx } from '../../kernel/context.ts'
import { usersInScope } from '../users/index.ts'
import './first-data.ts'
import { listDataRoleHistory } from './history.ts'
import { readImpact } from './impact.ts'
import {
  addPermissionRule,
  deletePermissionRule,
  editPermissionRule,
  rulesOfPermission,
  rulesOfRole,
  saveRulesOfRole,
} from './permission-rules.ts'
import { dataRoleNodes, listDataRoles, readDataRole } from './rows.ts'
import { addDataRole, editDataRole, removeDataRole } from './write.ts'

export { confirmDataRole } from './write.ts'

/** Of one of the caller's people. */
async function requirePerson(ctx: Ctx, userId: string): Promise<void> {
  const { rows } = await sql`select 1 ${usersInScope(ctx)} and u.id = ${userId}`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
}

export const dataRoles = defineModule(dataRoleCalls, {
  list: listDataRoles,
  detail: (ctx, { id }) => readDataRole(ctx, id),
  add: addDataRole,
  edit: editDataRole,
  remove: (ctx, { id }) => removeDataRole(ctx, id),

  async tree(ctx) {
    const treeList = await dataRoleNodes(ctx, '')
    return { treeList, ids: treeList.map(({ id }) => id) }
  },
  search: (ctx, { keyWord }) => dataRoleNodes(ctx, keyWord),

  async choices(ctx) {
    const roles = await sql<{ id: string; roleName: string; userCount: number }>`
      select r.id, r.role_name as "roleName", (select count(*)::int ${usersInScope(ctx)} and exists (
        select from user_role ur
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and ur.role_id = r.id)) as "userCount"
      from role r order by r.id`.execute(ctx.db)
    const users = await sql<{ id: string; realname: string; depName: string }>`
      select u.id, u.realname, d.name as "depName" ${usersInScope(ctx)} and u.status = '1'
      order by u.name_place, u.id`.execute(ctx.db)
    return { roles: roles.rows, users: users.rows }
  },

  history: listDataRoleHistory,
  impact: readImpact,

  async userRoles(ctx, { userid }) {
    await requirePerson(ctx, userid)
    return ctx.db
      .selectFrom('role as r')
      .select(['r.id', 'r.role_code as roleCode', 'r.role_name as roleName'])
      .where(sql<boolean>`exists (select from user_role ur
        where ur.tenant_id = r.tenant_id and ur.role_id = r.id and ur.user_id = ${userid})`)
      .orderBy('r.id')
      .execute()
  },

  async userDataRoles(ctx, { userid }) {
    await requirePerson(ctx, userid)
    const { rows } = await sql<{
      id: string
      code: string
      name: string
      enabled: boolean
      through: string[]
      isOwn: boolean
    }>`
      select * from (
        select r.id, r.code, r.name, r.enabled,
          array(select held.role_name from data_role_role through
            join role held on held.tenant_id = through.tenant_id and held.id = through.role_id
            join user_role ur on ur.tenant_id = held.tenant_id and ur.role_id = held.id and ur.user_id = ${userid}
            where through.data_role_id = r.id order by held.id) as through,
          exists (select from data_role_user given
            where given.data_role_id = r.id and given.user_id = ${userid}) as "isOwn"
        from data_role r) known
      where known."isOwn" or known.through <> '{}' order by known.id`.execute(ctx.db)
    return rows
  },

  rulesOfPermission: (ctx, { permissionId }) =>
    rulesOfPermission(ctx, { permissionId, ruleName: '', ruleValue: '' }),
  permissionRules: rulesOfPermission,
  addPermissionRule,
  editPermissionRule,
  deletePermissionRule: (ctx, { id }) => deletePermissionRule(ctx, id),
  rulesOfRole,
  saveRulesOfRole,
})
