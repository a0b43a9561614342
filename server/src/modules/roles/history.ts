import type { roleCalls, RoleAction } from '@heliodesk/contract/roles.ts'
import { sql } from 'kysely'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { ownDepartments } from '../departments/index.ts'

type Entry = { text: string; userId?: string }
type Edited = { title: string; from: string; to: string }

export type NewRoleEvent = { action: RoleAction; added?: Entry[]; removed?: Entry[]; edited?: Edited[] }

/** Runs within the transaction of the change. */
export async function recordRoleEvent(
  { db, who, now }: Pick<Ctx, 'db' | 'who' | 'now'>,
  roleId: string,
  { action, added = [], removed = [], edited = [] }: NewRoleEvent,
): Promise<void> {
  await db
    .insertInto('role_event')
    .values({
      role_id: roleId,
      at: now,
      actor_id: who.userId,
      actor_name: who.realname,
      action,
      added: JSON.stringify(added),
      removed: JSON.stringify(removed),
      edited: JSON.stringify(edited),
    })
    .execute()
}

/** Permissions as the history names them: a button with its page; menus are left out, because they follow. */
export async function permissionWords({ db }: Pick<Ctx, 'db'>, ids: string[]): Promise<Entry[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' · ', case when p.menu_type = 2 then above.name end, p.name) as text
    from permission p left join permission above on above.tenant_id = p.tenant_id and above.id = p.parent_id
    where p.id = any(${ids}::bigint[]) and not exists (select from permission below where below.parent_id = p.id)
    order by above.sort_order, p.sort_order, p.id`.execute(db)
  return rows
}

/** A change that the caller may not see any part of is left out, so that counts tell nothing of other people either. */
export const listRoleHistory: Handler<(typeof roleCalls)['history']> = async (ctx, { roleId, ...wanted }) => {
  const own = ownDepartments(ctx.who, 'd.org_code')
  const isOwn = (userId: ReturnType<typeof sql>) => sql`exists (
    select from app_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.tenant_id = e.tenant_id and u.id = ${userId} and ${own})`
  const shown = (column: 'added' | 'removed') => sql<string[]>`array(
    select entry ->> 'text' from jsonb_array_elements(${sql.ref(`e.${column}`)}) with ordinality as each (entry, place)
    where entry ->> 'userId' is null or ${isOwn(sql`(entry ->> 'userId')::bigint`)} order by place)`
  const events = ctx.db
    .selectFrom('role_event as e')
    .where('e.role_id', '=', roleId)
    .where(sql<boolean>`(e.action <> 'member' or exists (
      select from jsonb_array_elements(e.added || e.removed) as each (entry)
      where ${isOwn(sql`(entry ->> 'userId')::bigint`)}))`)
    .select([
      'e.id',
      'e.at as time',
      sql<RoleAction>`e.action`.as('action'),
      sql<Edited[]>`e.edited`.as('edited'),
    ])
    .select([shown('added').as('added'), shown('removed').as('removed')])
    .select(sql<string | null>`case when ${isOwn(sql`e.actor_id`)} then e.actor_name end`.as('actorName'))
    .orderBy('e.id', 'desc')
  return sysPageOf(events, wanted, (row) => withWireTimes(row, ctx.who.timeZone))
}
