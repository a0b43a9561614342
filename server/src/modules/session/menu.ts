import type { Output } from '@heliodesk/contract/call.ts'
import type { sessionCalls } from '@heliodesk/contract/session.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { entryRows, resolveMenu } from '../menus/index.ts'

/** Menu, own buttons and all buttons of the signed-in user (protocols.md §2.4). */
export async function loadPermissions(ctx: Ctx): Promise<Output<(typeof sessionCalls)['permissions']>> {
  const rows = await entryRows(ctx.db)
    .select(
      sql<boolean>`exists (select from user_role ur
        join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
        where ur.user_id = ${ctx.who.userId} and rp.permission_id = p.id)`.as('granted'),
    )
    .execute()
  const granted = new Set(rows.filter((row) => row.granted).map(({ id }) => id))
  const resolved = await resolveMenu(ctx, rows, ({ id }) => granted.has(id))
  return { ...resolved, codeList: resolved.auth.map(({ action }) => action), sysSafeMode: false }
}
