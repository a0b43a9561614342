import type { Input } from '@heliodesk/contract/call.ts'
import type { dataRoleCalls, DataRule } from '@heliodesk/contract/data-roles.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { deleteRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { askSecond, needsSecond } from '../roles/index.ts'
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

type Form = Omit<Input<Calls['edit']>, 'id' | 'version'>

/** Where a second person has to agree, it is not in force and nobody has it until then. */
export async function addDataRole(ctx: Ctx, input: Input<Calls['add']>): Promise<DataRole> {
  requireUnnarrowed(ctx)
  requireSomething(input)
  await requireKnownPlaces(ctx, input)
  await requireAudience(ctx, input, NOBODY)
  const waits = await needsSecond(ctx)
  const now = waits ? { ...input, ...NOBODY, enabled: false } : input
  const id = await taken(insertRow(ctx.db, 'data_role', toColumns(now)))
  await setAudience(ctx, id, now, NOBODY)
  await recordDataRoleEvent(ctx, id, 'create', [])
  const added = await readDataRole(ctx, id)
  if (waits) await askForChange(ctx, added, input)
  return added
}

/** Asks a second person for the form, or for the removal without one. */
async function askForChange(ctx: Ctx, before: DataRole, form: Form | null): Promise<void> {
  const { id, name, version } = before
  const words = form ? await wordsOfForm(ctx, before, form) : { added: [], removed: ['整个数据角色'] }
  if (words.added.length + words.removed.length === 0) return
  await askSecond(ctx, {
    kind: 'dataRole',
    name,
    words,
    payload: { id, version, form },
    reason: form?.reason ?? '',
  })
}

/** What the form says in other words than the data role: it is saved, read and taken back. */
async function wordsOfForm(ctx: Ctx, before: DataRole, form: Form) {
  await sql`savepoint words`.execute(ctx.db)
  const edits = editsBetween(before, await saveDataRole(ctx, before.id, before.version, form))
  await sql`rollback to savepoint words`.execute(ctx.db)
  return {
    added: edits.map(({ title, to }) => `${title}：${to || '无'}`),
    removed: edits.map(({ title, from }) => `${title}：${from || '无'}`),
  }
}

/** What a second person agreed to; a data role that changed since is told in words, null is that it was carried out. */
export async function confirmDataRole(
  ctx: Ctx,
  { id, version, form }: { id: string; version: number; form: Form | null },
): Promise<string | null> {
  requireUnnarrowed(ctx)
  const row = await ctx.db
    .selectFrom('data_role')
    .select('version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return '数据角色已删除'
  if (row.version !== version) return '数据角色已修改'
  await (form ? saveDataRole(ctx, id, version, form) : dropDataRole(ctx, id))
  return null
}

export async function editDataRole(
  ctx: Ctx,
  { id, version, ...input }: Input<Calls['edit']>,
): Promise<DataRole> {
  if (!(await needsSecond(ctx))) return saveDataRole(ctx, id, version, input)
  const { before } = await requireChange(ctx, id, version, input)
  await askForChange(ctx, before, input)
  return before
}

/** Whether the caller could save the form; what is there now, and the audience that it gives. */
async function requireChange(ctx: Ctx, id: string, version: number, input: Form) {
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
  return { before, audience, wanted }
}

async function saveDataRole(ctx: Ctx, id: string, version: number, input: Form): Promise<DataRole> {
  const { before, audience, wanted } = await requireChange(ctx, id, version, input)
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
  if (!(await needsSecond(ctx))) return dropDataRole(ctx, id)
  await askForChange(ctx, await readDataRole(ctx, id), null)
  return null
}

async function dropDataRole(ctx: Ctx, id: string): Promise<null> {
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
