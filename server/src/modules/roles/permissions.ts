import {
  administratorRole,
  keptByAdministrators,
  type PermissionNode,
  type roleCalls,
} from '@heliodesk/contract/roles.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { forestOf } from '../../kernel/forest.ts'
import type { Db } from '../../platform/postgres.ts'
import { mayGrant, refusalOf } from './authority.ts'
import { permissionWords, recordRoleEvent } from './history.ts'
import { askSecond, needsSecond } from './pending.ts'

const STRIPPED = new DomainError(
  'role.administrator',
  '管理员角色必须保留角色管理、用户管理、菜单管理权限及其菜单，否则无人能再管理系统',
)

/** Menus and buttons of the tenant, and all their ids. */
export async function loadPermissionTree(ctx: Ctx): Promise<{ treeList: PermissionNode[]; ids: string[] }> {
  const rows = await ctx.db
    .selectFrom('permission as p')
    .select(['p.id', 'p.parent_id as parentId', 'p.menu_type as menuType', 'p.name', 'p.code', 'p.icon'])
    .select(mayGrant(ctx.who, 'p').$castTo<boolean>().as('grantable'))
    .orderBy('p.sort_order')
    .orderBy('p.id')
    .execute()
  const treeList = forestOf(rows, ({ id, name, ...row }, children: PermissionNode[]) => ({
    key: id,
    value: id,
    title: name,
    label: name,
    slotTitle: name,
    ...row,
    ruleFlag: 0,
    isLeaf: children.length === 0,
    children,
  }))
  return { treeList, ids: rows.map(({ id }) => id) }
}

export async function listPermissionIds(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('role_permission')
    .select('permission_id')
    .where('role_id', '=', roleId)
    .orderBy('permission_id')
    .execute()
  return rows.map((row) => row.permission_id)
}

type SaveInput = Input<(typeof roleCalls)['savePermissions']>

/**
 * Grants what was added since the editor loaded the role and revokes what was removed (protocols.md §2.5). Where a second
 * person has to agree, the role stays as it is until then.
 */
export async function savePermissions(
  ctx: Ctx,
  { roleId, permissionIds, lastpermissionIds, reason }: SaveInput,
): Promise<string[]> {
  const [wanted, before] = [new Set(permissionIds), new Set(lastpermissionIds)]
  const change = {
    roleId,
    added: permissionIds.filter((id) => !before.has(id)),
    removed: lastpermissionIds.filter((id) => !wanted.has(id)),
  }
  await requireKnown(ctx, [...permissionIds, ...lastpermissionIds])
  if (!(await needsSecond(ctx))) return changePermissions(ctx, change)
  await lockRoleWithAuthority(ctx, roleId)
  await requireGrantable(ctx, [...change.added, ...change.removed])
  const held = await listPermissionIds(ctx.db, roleId)
  const holds = new Set(held)
  const added = change.added.filter((id) => !holds.has(id))
  const removed = change.removed.filter((id) => holds.has(id))
  await askSecond(ctx, { kind: 'permissions', roleId, added, removed, reason })
  return held
}

type PermissionChange = { roleId: string; added: string[]; removed: string[] }

/** A button includes its page and menu, without which its holder could not reach it. */
export async function changePermissions(ctx: Ctx, { roleId, added, removed }: PermissionChange) {
  const role = await lockRoleWithAuthority(ctx, roleId)
  await requireKnown(ctx, [...added, ...removed])
  await requireGrantable(ctx, [...added, ...removed])
  const held = await listPermissionIds(ctx.db, roleId)
  await ctx.db
    .deleteFrom('role_permission')
    .where('role_id', '=', roleId)
    .where(sql<boolean>`permission_id = any(${removed}::bigint[])`)
    .execute()
  await sql`
    with recursive path as (
      select id, parent_id from permission where id = any(${added}::bigint[])
      union select p.id, p.parent_id from permission p join path on path.parent_id = p.id
    )
    insert into role_permission (role_id, permission_id) select ${roleId}, id from path
    on conflict do nothing`.execute(ctx.db)
  if (role.role_code === administratorRole) await requireStillAdministers(ctx, roleId)
  const now = await listPermissionIds(ctx.db, roleId)
  await recordGrants(ctx, roleId, held, now)
  return now
}

/** Records what really changed: others may have made the same change before. */
async function recordGrants(ctx: Ctx, roleId: string, before: string[], after: string[]) {
  const [had, has] = [new Set(before), new Set(after)]
  const added = await permissionWords(
    ctx,
    after.filter((id) => !had.has(id)),
  )
  const removed = await permissionWords(
    ctx,
    before.filter((id) => !has.has(id)),
  )
  if (added.length + removed.length > 0)
    await recordRoleEvent(ctx, roleId, { action: 'grant', added, removed })
}

async function lockRoleWithAuthority(ctx: Ctx, roleId: string) {
  const role = await ctx.db
    .selectFrom('role as r')
    .select(['r.role_code', refusalOf(ctx.who, 'r').as('refusal')])
    .where('r.id', '=', roleId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (role.refusal !== null) throw new DomainError('role.beyond', role.refusal)
  return role
}

async function requireKnown(ctx: Ctx, ids: string[]) {
  const unknown = await sql`
    select from unnest(${ids}::bigint[]) as given(id) where not exists (select from permission p where p.id = given.id)
    limit 1`.execute(ctx.db)
  if (unknown.rows.length > 0) throw notFound()
}

async function requireGrantable(ctx: Ctx, ids: string[]) {
  const beyond = await ctx.db
    .selectFrom('permission as p')
    .select('p.name')
    .where(sql<boolean>`p.id = any(${ids}::bigint[])`)
    .where((eb) => eb.not(mayGrant(ctx.who, 'p')))
    .orderBy('p.id')
    .execute()
  if (beyond.length === 0) return
  const names = beyond.map((permission) => permission.name).join('、')
  throw new DomainError('role.beyond', `您没有“${names}”权限，不能授予或收回`)
}

/** Requires the permissions that administrators keep, and the menus of their screens. */
async function requireStillAdministers(ctx: Ctx, roleId: string) {
  const missing = await sql`
    with recursive path as (
      select id, parent_id from permission where code = any(${keptByAdministrators}::text[])
      union select p.id, p.parent_id from permission p join path on path.parent_id = p.id
    )
    select from path where not exists (
      select from role_permission rp where rp.role_id = ${roleId} and rp.permission_id = path.id) limit 1`.execute(
    ctx.db,
  )
  if (missing.rows.length > 0) throw STRIPPED
}
