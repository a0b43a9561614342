import type { Ctx } from '../../kernel/context.ts'
import { sql } from 'kysely'
import { askSecond, recordRoleEvent } from '../roles/index.ts'

type Person = { id: string; realname: string }

/** Writes who got or lost a role into its history. */
export async function recordMembers(
  ctx: Pick<Ctx, 'db' | 'now' | 'who'>,
  roleId: string,
  { added = [], removed = [] }: { added?: Person[]; removed?: Person[] },
): Promise<void> {
  if (added.length + removed.length === 0) return
  const entries = (people: Person[]) => people.map(({ id, realname }) => ({ text: realname, userId: id }))
  await recordRoleEvent(ctx, roleId, {
    action: 'member',
    added: entries(added),
    removed: entries(removed),
  })
}

/** Asks a second person to give people exactly these roles instead of those that they have. */
export async function askForRoles(
  ctx: Pick<Ctx, 'db' | 'now' | 'who'>,
  people: readonly Person[],
  { held, roleIds, reason }: { held: readonly string[]; roleIds: readonly string[]; reason: string },
): Promise<void> {
  const [has, wanted] = [new Set(held), new Set(roleIds)]
  const added = [...wanted].filter((id) => !has.has(id))
  const removed = held.filter((id) => !wanted.has(id))
  await askSecond(ctx, { kind: 'roles', people, added, removed, reason })
}

/** The roles that a person has. */
export async function rolesOf({ db }: Pick<Ctx, 'db'>, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.role_id)
}

/** Gives a person exactly these roles, each with a line in its history. */
export async function replaceRoles(ctx: Ctx, person: { id: string; realname: string }, roleIds: string[]) {
  const removed = await ctx.db
    .deleteFrom('user_role')
    .where('user_id', '=', person.id)
    .where(sql<boolean>`role_id <> all(${roleIds}::bigint[])`)
    .returning('role_id')
    .execute()
  const { rows: added } = await sql<{ role_id: string }>`insert into user_role (user_id, role_id)
    select ${person.id}, id from unnest(${roleIds}::bigint[]) as given(id) group by id
    on conflict do nothing returning role_id`.execute(ctx.db)
  for (const row of removed) await recordMembers(ctx, row.role_id, { removed: [person] })
  for (const row of added) await recordMembers(ctx, row.role_id, { added: [person] })
}
