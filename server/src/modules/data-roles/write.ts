import type { Input } from '@heliodesk/contract/call.ts'
import type { dataRoleCalls, DataRule } from '@heliodesk/contract/data-roles.ts'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { requireAudience, requireKnownPlaces, requireUnnarrowed, type Audience } from './authority.ts'
import { recordDataRoleEvent, type Edited } from './history.ts'
import { readDataRole, type DataRole } from './rows.ts'
import { wordsOf } from './words.ts'

type Calls = typeof dataRoleCalls

const CODE_TAKEN = new DomainError('dataRole.code_taken', '数据角色编码已存在')
const NAME_TAKEN = new DomainError('dataRole.name_taken', '数据角色名称已存在')
const EMPTY = new DomainError('dataRole.empty', '请至少设置一个条件、一列或导出行数')

const toColumns = (input: Input<Calls['add']>) => ({
  code: input.code,
  name: input.name,
  description: input.description,
  enabled: input.enabled,
  department_ids: input.departmentIds,
  psa_ids: input.psaIds,
  station_ids: input.stationIds,
  site_types: input.siteTypes,
  task_types: input.taskTypes,
  task_types_excluded: input.taskTypesExcluded,
  own_orders: input.ownOrders,
  columns: JSON.stringify(input.columns),
  most_export_rows: input.mostExportRows,
})

function requireSomething(rule: DataRule): void {
  const { departmentIds, psaIds, stationIds, siteTypes, taskTypes, ownOrders, columns, mostExportRows } = rule
  const conditions = [departmentIds, psaIds, stationIds, siteTypes, taskTypes, ownOrders, mostExportRows]
  if (conditions.every((each) => each === null) && Object.keys(columns).length === 0) throw EMPTY
}

const taken = <Result>(write: Promise<Result>): Promise<Result> =>
  write
    .catch(onViolation('data_role_tenant_id_code_key', CODE_TAKEN))
    .catch(onViolation('data_role_tenant_id_name_key', NAME_TAKEN))

const NOBODY: Audience = { roleIds: [], userIds: [] }

export async function addDataRole(ctx: Ctx, input: Input<Calls['add']>): Promise<DataRole> {
  requireUnnarrowed(ctx)
  requireSomething(input)
  await requireKnownPlaces(ctx, input)
  await requireAudience(ctx, input, NOBODY)
  const id = await taken(insertRow(ctx.db, 'data_role', toColumns(input)))
  await setAudience(ctx, id, input, NOBODY)
  await recordDataRoleEvent(ctx, id, 'create', [])
  return readDataRole(ctx, id)
}

export async function editDataRole(
  ctx: Ctx,
  { id, version, ...input }: Input<Calls['edit']>,
): Promise<DataRole> {
  requireUnnarrowed(ctx)
  requireSomething(input)
  requireVersion(await lockRow(ctx.db, 'data_role', id), version, stale('dataRole', '数据角色'))
  const before = await readDataRole(ctx, id)
  await requireKnownPlaces(ctx, withoutKept(input, before))
  const audience = await audienceOf(ctx, id)
  // People out of the caller's departments are not shown, and stay.
  const shown = new Set(before.users.map((user) => user.id))
  const unseen = audience.userIds.filter((user) => !shown.has(user))
  const wanted = { roleIds: input.roleIds, userIds: [...new Set([...input.userIds, ...unseen])] }
  await requireAudience(ctx, wanted, audience)
  await taken(updateRow(ctx.db, 'data_role', id, { ...toColumns(input), version: version + 1 }))
  await setAudience(ctx, id, wanted, audience)
  const after = await readDataRole(ctx, id)
  const edited = editsBetween(before, after)
  if (edited.length > 0) await recordDataRoleEvent(ctx, id, 'edit', edited)
  return after
}

/** What the data role has already may be gone since. */
function withoutKept(input: DataRule, before: DataRole): DataRule {
  const added = (ids: string[] | null, kept: string[] | null) => {
    const known = new Set(kept)
    return ids?.filter((id) => !known.has(id)) ?? null
  }
  return {
    ...input,
    departmentIds: added(input.departmentIds, before.departmentIds),
    psaIds: added(input.psaIds, before.psaIds),
    stationIds: added(input.stationIds, before.stationIds),
  }
}

export async function removeDataRole(ctx: Ctx, id: string): Promise<null> {
  requireUnnarrowed(ctx)
  await lockRow(ctx.db, 'data_role', id)
  await requireAudience(ctx, NOBODY, await audienceOf(ctx, id))
  await recordDataRoleEvent(ctx, id, 'remove', [])
  await deleteRow(ctx.db, 'data_role', id)
  return null
}

export async function audienceOf({ db }: Ctx, id: string): Promise<Audience> {
  const roles = await db
    .selectFrom('data_role_role')
    .select('role_id')
    .where('data_role_id', '=', id)
    .execute()
  const users = await db
    .selectFrom('data_role_user')
    .select('user_id')
    .where('data_role_id', '=', id)
    .execute()
  return { roleIds: roles.map((each) => each.role_id), userIds: users.map((each) => each.user_id) }
}

async function setAudience({ db }: Ctx, id: string, wanted: Audience, before: Audience): Promise<void> {
  const gone = (now: string[], then: string[]) => then.filter((each) => !now.includes(each))
  const rolesGone = gone(wanted.roleIds, before.roleIds)
  const usersGone = gone(wanted.userIds, before.userIds)
  if (rolesGone.length > 0)
    await db
      .deleteFrom('data_role_role')
      .where('data_role_id', '=', id)
      .where('role_id', 'in', rolesGone)
      .execute()
  if (usersGone.length > 0)
    await db
      .deleteFrom('data_role_user')
      .where('data_role_id', '=', id)
      .where('user_id', 'in', usersGone)
      .execute()
  const added = (now: string[], then: string[]) => [...new Set(now)].filter((each) => !then.includes(each))
  await insertRows(
    db,
    'data_role_role',
    added(wanted.roleIds, before.roleIds).map((role) => ({ data_role_id: id, role_id: role })),
  )
  await insertRows(
    db,
    'data_role_user',
    added(wanted.userIds, before.userIds).map((user) => ({ data_role_id: id, user_id: user })),
  )
}

function editsBetween(before: DataRole, after: DataRole): Edited[] {
  const then = wordsOf(before)
  return wordsOf(after).flatMap(({ title, text }, at) => {
    const from = then[at]?.text ?? ''
    return from === text ? [] : [{ title, from, to: text }]
  })
}
