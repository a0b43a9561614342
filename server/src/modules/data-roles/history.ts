import type { Input } from '@heliodesk/contract/call.ts'
import type { dataRoleActions, dataRoleCalls } from '@heliodesk/contract/data-roles.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { usersInScope } from '../users/index.ts'

type Action = keyof typeof dataRoleActions
export type Edited = { title: string; from: string; to: string }

/** Runs within the transaction of the change. */
export async function recordDataRoleEvent(
  { db, who, now }: Ctx,
  dataRoleId: string,
  action: Action,
  edited: Edited[],
): Promise<void> {
  await db
    .insertInto('data_role_event')
    .values({
      data_role_id: dataRoleId,
      at: now,
      actor_id: who.userId,
      actor_name: who.realname,
      action,
      edited: JSON.stringify(edited),
    })
    .execute()
}

export const listDataRoleHistory = (
  ctx: Ctx,
  { dataRoleId, ...page }: Input<(typeof dataRoleCalls)['history']>,
) =>
  sysPageOf(
    ctx.db
      .selectFrom('data_role_event as e')
      .where('e.data_role_id', '=', dataRoleId)
      .select([
        'e.id',
        'e.at as time',
        sql<Action>`e.action`.as('action'),
        sql<Edited[]>`e.edited`.as('edited'),
      ])
      .select(
        sql<
          string | null
        >`case when exists (select ${usersInScope(ctx)} and u.id = e.actor_id) then e.actor_name end`.as(
          'actorName',
        ),
      )
      .orderBy('e.id', 'desc'),
    page,
    ({ edited, ...row }) => ({
      ...withWireTimes(row, ctx.who.timeZone),
      // Names of people who may be out of the caller's departments.
      edited: edited.filter(({ title }) => ctx.who.hasAllData || title !== '用户'),
    }),
  )
