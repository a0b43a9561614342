import type { roleCalls } from '@heliodesk/contract/roles.ts'
import type { Input } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import { requireGivableRoles } from './authority.ts'
import { permissionWords, recordRoleEvent } from './history.ts'
import { askSecond, needsSecond } from './pending.ts'
import { listPermissionIds } from './permissions.ts'

/**
 * Copies a role that the caller could give: its permissions, and the data roles that narrow it, without which the copy
 * would show more. Where a second person has to agree, the copy has no permission until then. Edit forms of these data roles that were opened before are refused, because they lack the copy.
 */
export async function copyRole(
  ctx: Ctx,
  { roleId, roleCode, roleName, description }: Input<(typeof roleCalls)['copy']>,
  codeTaken: (error: unknown) => never,
): Promise<string> {
  await requireGivableRoles(ctx, [roleId])
  const { role_name: from } = await ctx.db
    .selectFrom('role')
    .select('role_name')
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow()
  const values = { role_code: roleCode, role_name: roleName, description }
  const id = await insertRow(ctx.db, 'role', values).catch(codeTaken)
  const permissionIds = await listPermissionIds(ctx.db, roleId)
  const waits = await needsSecond(ctx)
  if (!waits)
    await sql`insert into role_permission (role_id, permission_id)
      select ${id}::bigint, unnest(${permissionIds}::bigint[])`.execute(ctx.db)
  await sql`with copied as (
      insert into data_role_role (data_role_id, role_id)
      select data_role_id, ${id}::bigint from data_role_role where role_id = ${roleId} returning data_role_id
    )
    update data_role set version = version + 1 where id in (select data_role_id from copied)`.execute(ctx.db)
  await recordRoleEvent(ctx, id, { action: 'create', edited: [{ title: '复制自', from: '', to: from }] })
  if (waits) {
    const reason = `复制自角色“${from}”`
    await askSecond(ctx, { kind: 'permissions', roleId: id, added: permissionIds, removed: [], reason })
    return id
  }
  const added = await permissionWords(ctx, permissionIds)
  if (added.length > 0) await recordRoleEvent(ctx, id, { action: 'grant', added })
  return id
}
