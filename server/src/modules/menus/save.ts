import { administratorRole } from '@heliodesk/contract/roles.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { onViolations } from '../../kernel/violations.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { isAdministrator, mayGrant, needsSecond, permissionWords, recordRoleEvent } from '../roles/index.ts'
import { present } from '../../platform/certain.ts'
import { applyDraft, type Applied, type Draft } from './draft.ts'
import { entryRows, type Entry } from './entries.ts'
import { recordMenuEvents } from './history.ts'
import { isBuiltIn } from './product.ts'
import { requireEmpty, requireRules, requireUnchanged } from './rules.ts'

/** Two entries of one draft that take each other's path or code meet in the middle of it. */
const SWAPPED = new DomainError('menu.rule', '两项互换路径时，请分两次保存')
const swapped = onViolations({
  permission_tenant_id_path_key: SWAPPED,
  permission_tenant_id_code_key: SWAPPED,
})

/** Changes of one tree run one after the other; returns the version of the tree. */
export async function lockTree({ db, who }: Ctx): Promise<number> {
  await db
    .insertInto('menu_state')
    .values({ tenant_id: who.tenantId })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  const { version } = await db
    .selectFrom('menu_state')
    .select('version')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

/** Writes a draft of the locked tree as a whole; returns the ids of the new entries by their keys. */
export async function saveDraft(ctx: Ctx, draft: Draft): Promise<Map<string, string>> {
  const before = await entryRows(ctx.db).execute()
  const applied = applyDraft(before, draft)
  const { after, added, changed, removed } = applied
  for (const each of changed) requireUnchanged(each.before, each.after)
  requireEmpty(removed, after)
  requireRules(after, [...added, ...changed.map((each) => each.after)], ctx.env)
  await requireRights(ctx, applied)
  const reviewed = await needsSecond(ctx)
  if (reviewed) await requireNotHeld(ctx, applied.removed)
  await recordLoss(ctx, removed)
  const ids = await write(ctx, applied, reviewed).catch(swapped)
  await recordMenuEvents(ctx, applied, before, (key) => ids.get(key) ?? key)
  if (added.length + changed.length + removed.length > 0) await count(ctx, applied)
  return ids
}

/** Nobody gives or takes a right that they lack themselves, as with the rights of roles. */
async function requireRights(ctx: Ctx, { added, removed }: Applied) {
  const beyond = await ctx.db
    .selectFrom('permission as p')
    .select('p.name')
    .where(sql<boolean>`p.id = any(${removed.map(({ id }) => id)}::bigint[])`)
    .where((eb) => eb.not(mayGrant(ctx.who, 'p')))
    .orderBy('p.id')
    .execute()
  const names = beyond.map(({ name }) => name)
  if (names.length > 0) throw new DomainError('menu.beyond', `您没有“${names.join('、')}”权限，不能删除`)
  const buttons = added.filter(({ menuType }) => menuType === 2)
  if (buttons.length === 0) return
  // A code without an entry is held by nobody.
  const { rows } = await sql<{ may: boolean }>`select ${isAdministrator(ctx.who)} as may`.execute(ctx.db)
  if (!rows[0]?.may)
    throw new DomainError(
      'menu.beyond',
      `您没有“${buttons.map(({ name }) => name).join('、')}”权限，不能新建`,
    )
}

/** Where a second person has to agree to changes of rights, a right is taken from the roles before it is deleted. */
async function requireNotHeld(ctx: Ctx, removed: readonly Entry[]) {
  const ids = removed.filter(({ code }) => code !== null).map(({ id }) => id)
  const { rows } = await sql<{ name: string; roles: string }>`
    select p.name, string_agg(r.role_name, '、' order by r.id) as roles
    from permission p join role_permission rp on rp.tenant_id = p.tenant_id and rp.permission_id = p.id
      join role r on r.tenant_id = rp.tenant_id and r.id = rp.role_id
    where p.id = any(${ids}::bigint[]) group by p.id, p.name order by p.id limit 1`.execute(ctx.db)
  if (rows[0])
    throw new DomainError(
      'menu.reviewed',
      `“${rows[0].name}”还授予了角色${rows[0].roles}：权限变更须二人复核，请先在角色中收回`,
    )
}

/** Roles lose what is deleted, and their own histories say so. */
async function recordLoss(ctx: Ctx, removed: readonly Entry[]) {
  const ids = removed.map(({ id }) => id)
  const held = await ctx.db
    .selectFrom('role_permission')
    .select(['role_id', 'permission_id'])
    .where(sql<boolean>`permission_id = any(${ids}::bigint[])`)
    .orderBy('role_id')
    .execute()
  for (const [roleId, rows] of Map.groupBy(held, (row) => row.role_id)) {
    const words = await permissionWords(
      ctx,
      rows.map((row) => row.permission_id),
    )
    if (words.length > 0) await recordRoleEvent(ctx, roleId, { action: 'grant', removed: words })
  }
}

const columnsOf = ({ id: _id, parentId, ...entry }: Entry) => ({
  parent_id: parentId,
  menu_type: entry.menuType,
  name: entry.name,
  code: entry.code,
  path: entry.path,
  component: entry.component,
  redirect: entry.redirect,
  icon: entry.icon,
  sort_order: entry.sortNo,
  hidden: entry.hidden,
  always_show: entry.alwaysShow,
  keep_alive: entry.keepAlive,
  route: entry.route,
  external: entry.external,
  url: entry.url,
  target: entry.target,
  status: entry.status,
})

async function write(
  { db }: Ctx,
  { added, changed, removed }: Applied,
  reviewed: boolean,
): Promise<Map<string, string>> {
  const gone = removed.map(({ id }) => id)
  // What moves out of a deleted menu finds its place below, when the new entries have their ids.
  await sql`update permission set parent_id = null where parent_id = any(${gone}::bigint[])`.execute(db)
  await db
    .deleteFrom('permission')
    .where(sql<boolean>`id = any(${gone}::bigint[])`)
    .execute()
  const ids = new Map<string, string>()
  const placed = (entry: Entry) => ({
    ...entry,
    parentId: entry.parentId === null ? null : (ids.get(entry.parentId) ?? entry.parentId),
  })
  const isReady = ({ parentId }: Entry) => !parentId?.startsWith('new-') || ids.has(parentId)
  for (let left = [...added]; left.length > 0; left = left.filter(({ id }) => !ids.has(id))) {
    for (const entry of left.filter(isReady))
      ids.set(entry.id, await insertRow(db, 'permission', columnsOf(placed(entry))))
  }
  for (const { after } of changed) {
    const version = sql<number>`version + 1`
    await updateRow(db, 'permission', after.id, { ...columnsOf(placed(after)), version })
  }
  await grant(
    db,
    added.flatMap((entry) => (reviewed && entry.code !== null ? [] : [present(ids.get(entry.id))])),
    changed.filter((each) => each.before.parentId !== each.after.parentId).map(({ after }) => after.id),
  )
  return ids
}

/**
 * New entries are the administrators' alone, and new rights nobody's where a second person has to agree to them; whoever holds
 * what was moved keeps a way to it.
 */
async function grant(db: Ctx['db'], added: string[], moved: string[]) {
  await sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id from role r join permission p on p.tenant_id = r.tenant_id
    where r.role_code = ${administratorRole} and p.id = any(${added}::bigint[])
    on conflict do nothing`.execute(db)
  await sql`
    with recursive way as (
      select rp.role_id, p.parent_id from role_permission rp
        join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
      where p.id = any(${[...added, ...moved]}::bigint[])
      union
      select way.role_id, p.parent_id from way join permission p on p.id = way.parent_id
    )
    insert into role_permission (role_id, permission_id)
    select role_id, parent_id from way where parent_id is not null
    on conflict do nothing`.execute(db)
}

/** The next version, and what of the product is gone: a start of the server adds all that is missing but this. */
async function count({ db }: Ctx, { added, removed }: Applied) {
  const keysOf = (entries: readonly Entry[]) =>
    entries.filter((entry) => isBuiltIn(entry)).map(({ path, code }) => path ?? code)
  await sql`
    update menu_state set version = version + 1, removed = array(
      select distinct key from unnest(removed || ${keysOf(removed)}::text[]) as each (key)
      where key <> all (${keysOf(added)}::text[]) order by key)`.execute(db)
}
