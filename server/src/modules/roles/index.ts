import type { Output } from '@heliodesk/contract/call.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { offerRestore, restoredByForm } from '../../kernel/restore-kind.ts'
import { removeEach } from '../../kernel/remove-each.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { deleteRow, hasRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { onKey } from '../../platform/on-key.ts'
import { ownDepartments } from '../departments/index.ts'
import { mayGive, refusalOf } from './authority.ts'
import { copyRole } from './copy.ts'
import { listRoleHistory, recordRoleEvent } from './history.ts'
import { listPermissionIds, loadPermissionTree, savePermissions } from './permissions.ts'

export { isAdministrator, mayGive, mayGrant, requireGivableRoles } from './authority.ts'
export { permissionWords, recordRoleEvent } from './history.ts'
export { changePermissions } from './permissions.ts'
export { askSecond, changedSince, needsSecond } from './pending.ts'

type Role = Output<(typeof roleCalls)['add']>

const CODE_TAKEN = new DomainError('role.code_taken', '角色编码已存在')
const codeTaken = onViolation('role_tenant_id_role_code_key', CODE_TAKEN)
const BUILT_IN = new DomainError('role.built_in', '内置角色不能删除，也不能修改编码')

const roleRows = (ctx: Ctx) =>
  ctx.db.selectFrom('role as r').select([
    'r.id',
    'r.role_code as roleCode',
    'r.role_name as roleName',
    'r.description',
    'r.built_in as builtIn',
    'r.version',
    'r.created_at as createTime',
    sql<number>`(select count(*)::int from user_role ur
        join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where ur.role_id = r.id and ${ownDepartments(ctx.who, 'd.org_code')})`.as('userCount'),
    sql<number>`(select count(*)::int from role_permission rp
        join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
      where rp.role_id = r.id and p.code is not null)`.as('permissionCount'),
    refusalOf(ctx.who, 'r').as('refusal'),
  ])

async function findRole(ctx: Ctx, isWanted: RawBuilder<boolean>): Promise<Role> {
  const row = await roleRows(ctx).where(isWanted).executeTakeFirstOrThrow(notFound)
  return withWireTimes(row, ctx.who.timeZone)
}

const getRole = (ctx: Ctx, id: string) => findRole(ctx, sql<boolean>`r.id = ${id}`)

/** Locks a role that the caller may change; `toGo`: with the stronger lock of a deletion, against assignments. */
async function lockRole(ctx: Ctx, id: string, toGo: boolean) {
  const row = await ctx.db
    .selectFrom('role as r')
    .select(['r.role_code', 'r.role_name', 'r.description', 'r.built_in', 'r.version'])
    .select(refusalOf(ctx.who, 'r').as('refusal'))
    .where('r.id', '=', id)
    .$if(toGo, (query) => query.forUpdate())
    .$if(!toGo, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow(notFound)
  if (row.refusal !== null) throw new DomainError('role.beyond', row.refusal)
  return row
}

/** The permissions that people of the caller's departments who have the role also have through other roles. */
async function heldElsewhere({ db, who }: Ctx, roleId: string) {
  const { rows } = await sql<{ permissionId: string; userCount: number; roleNames: string[] }>`
    select rp.permission_id as "permissionId", count(distinct ur.user_id)::int as "userCount",
      array_agg(distinct r.role_name order by r.role_name) as "roleNames"
    from user_role mine
      join app_user u on u.tenant_id = mine.tenant_id and u.id = mine.user_id
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id and ur.role_id <> mine.role_id
      join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      join role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
    where mine.role_id = ${roleId} and ${ownDepartments(who, 'd.org_code')}
    group by rp.permission_id order by rp.permission_id`.execute(db)
  return rows
}

const editRole: Handler<(typeof roleCalls)['edit']> = async (
  ctx,
  { id, version, roleCode, roleName, description },
) => {
  const current = await lockRole(ctx, id, false)
  requireVersion(current, version, stale('role', '角色'))
  if (current.built_in && current.role_code !== roleCode) throw BUILT_IN
  const values = { role_code: roleCode, role_name: roleName, description, version: version + 1 }
  await updateRow(ctx.db, 'role', id, values).catch(codeTaken)
  const edited = [
    { title: '角色编码', from: current.role_code, to: roleCode },
    { title: '角色名称', from: current.role_name, to: roleName },
    { title: '描述', from: current.description, to: description },
  ].filter(({ from, to }) => from !== to)
  if (edited.length > 0) await recordRoleEvent(ctx, id, { action: 'edit', edited })
  return getRole(ctx, id)
}

offerRestore(
  'role',
  restoredByForm({
    right: 'role:manage',
    fields: { role_code: 'roleCode', role_name: 'roleName', description: 'description' },
    read: getRole,
    edit: editRole,
  }),
)

export const roles = defineModule(roleCalls, {
  list(ctx, input) {
    const matches = roleRows(ctx)
      .where(mentions(sql`r.role_code || ' ' || r.role_name`, input.keyword, 'r'))
      .where(mentions(sql`r.role_name`, input.roleName, 'r'))
    const ordered = matches.orderBy('r.built_in', 'desc').orderBy('r.id')
    return sysPageOf(ordered, input, (row) => withWireTimes(row, ctx.who.timeZone))
  },

  detail: (ctx, { id, roleCode }) =>
    id ? getRole(ctx, id) : findRole(ctx, sql<boolean>`r.role_code = ${roleCode ?? ''}`),

  all: (ctx) =>
    ctx.db
      .selectFrom('role as r')
      .select(['r.id', 'r.role_code as roleCode', 'r.role_name as roleName', 'r.description'])
      .select(mayGive(ctx.who, 'r').$castTo<boolean>().as('grantable'))
      .orderBy('r.id')
      .execute(),

  async add(ctx, { roleCode, roleName, description }) {
    const values = { role_code: roleCode, role_name: roleName, description }
    const id = await insertRow(ctx.db, 'role', values).catch(codeTaken)
    await recordRoleEvent(ctx, id, { action: 'create' })
    return getRole(ctx, id)
  },

  copy: async (ctx, input) => getRole(ctx, await copyRole(ctx, input, codeTaken)),

  edit: editRole,

  remove: removeRole,
  removeMany: removeEach(removeRole),

  async checkCode(ctx, { id, roleCode }) {
    const same = ctx.db.selectFrom('role').where('role_code', '=', roleCode)
    if (await hasRow(same.where('id', 'is distinct from', id ?? null))) throw CODE_TAKEN
    return null
  },

  permissionTree: loadPermissionTree,
  tree: loadPermissionTree,

  async permissions(ctx, { roleId }) {
    await getRole(ctx, roleId)
    return listPermissionIds(ctx.db, roleId)
  },

  savePermissions,

  async history(ctx, input) {
    await getRole(ctx, input.roleId)
    return listRoleHistory(ctx, input)
  },

  async impact(ctx, { roleId }) {
    const { userCount } = await getRole(ctx, roleId)
    const people = await ctx.db
      .selectFrom('user_role as ur')
      .innerJoin('app_user as u', onKey('u.id', 'ur.user_id'))
      .innerJoin('department as d', onKey('d.id', 'u.department_id'))
      .select('u.realname')
      .where('ur.role_id', '=', roleId)
      .where(ownDepartments(ctx.who, 'd.org_code'))
      .orderBy('u.name_place')
      .limit(20)
      .execute()
    return {
      userCount,
      users: people.map(({ realname }) => realname),
      elsewhere: await heldElsewhere(ctx, roleId),
    }
  },
})

async function removeRole(ctx: Ctx, { id }: { id: string }): Promise<null> {
  const current = await lockRole(ctx, id, true)
  if (current.built_in) throw BUILT_IN
  const { userCount } = await getRole(ctx, id)
  if (userCount > 0) {
    throw new DomainError('role.in_use', `还有 ${userCount} 名用户拥有角色“${current.role_name}”，不能删除`)
  }
  await deleteRow(ctx.db, 'role', id)
  await recordRoleEvent(ctx, id, { action: 'remove' })
  return null
}
