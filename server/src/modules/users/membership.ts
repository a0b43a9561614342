import type { Ctx } from '../../kernel/context.ts'
import { recordRoleEvent } from '../roles/index.ts'

type Person = { id: string; realname: string }

/** Writes who got or lost a role into its history. */
export async function recordMembers(
  ctx: Ctx,
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
