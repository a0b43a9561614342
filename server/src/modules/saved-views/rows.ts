import type { Output } from '@heliodesk/contract/call.ts'
import type { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { allOf } from '../../kernel/conditions.ts'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { ownDepartments } from '../departments/index.ts'

type Calls = typeof savedViewCalls
export type View = Output<Calls['detail']>

/** More than all that one department and those above it can share. */
const MOST_LISTED = 1000

/** Whether the caller may share with the department `d`, and so take back what is shared with it. */
const mayShare = ({ who }: Pick<Ctx, 'who'>): RawBuilder<SqlBool> =>
  sql`(d.id is not null and ${mayDo(who.userId, 'savedView:share')} and ${ownDepartments(who, 'd.org_code')})`

/**
 * Whether the caller sees the view `v`, whose department is `d`: as its owner, as one of the department or its
 * descendants, or because of the right to take it back. A view is only filters: what a list shows by it is cut by the
 * data scope of whoever reads the list.
 */
export const seen = (ctx: Pick<Ctx, 'who'>): RawBuilder<SqlBool> => sql`(v.removed_at is null and (
  v.owner_id = ${ctx.who.userId} or starts_with(${ctx.who.orgCode}, d.org_code) or ${mayShare(ctx)}))`

/** The department that the view `v` is shared with, named `d`. */
export const sharedWith = sql`left join department d on d.tenant_id = v.tenant_id and d.id = v.department_id`

async function readRows(ctx: Ctx, wanted: RawBuilder<SqlBool>): Promise<View[]> {
  const { userId } = ctx.who
  const { rows } = await sql<View>`
    select v.id, v.version, v.code, v.name, v.query, v.owner_id = ${userId} as "isMine", u.realname as "ownerName",
      u.status = '1' as "isOwnerActive", v.department_id as "departmentId", d.name as "departmentName",
      coalesce(p.pinned, v.owner_id = ${userId}) as pinned,
      v.owner_id <> ${userId} and p.view_id is null as "isNew",
      (v.owner_id = ${userId} and (d.id is null or ${mayShare(ctx)})) is true as "mayEdit",
      (d.id is not null and (v.owner_id = ${userId} or ${mayShare(ctx)})) is true as "mayUnshare"
    from saved_view v
    join app_user u on u.tenant_id = v.tenant_id and u.id = v.owner_id
    ${sharedWith}
    left join saved_view_place p on p.tenant_id = v.tenant_id and p.view_id = v.id and p.user_id = ${userId}
    where ${allOf(seen(ctx), wanted)}
    order by v.owner_id <> ${userId}, p.position nulls last, v.id limit ${sql.lit(MOST_LISTED)}`.execute(
    ctx.db,
  )
  return rows
}

export const listViews: Handler<Calls['list']> = (ctx, { code }) => readRows(ctx, sql`v.code = ${code}`)

export async function readView(ctx: Ctx, id: string): Promise<View> {
  const [view] = await readRows(ctx, sql`v.id = ${id}`)
  if (!view) throw notFound()
  return view
}

export const listHistory: Handler<Calls['history']> = async (ctx, { id }) => {
  await readView(ctx, id)
  const rows = await ctx.db
    .selectFrom('saved_view_event')
    .select(['id', 'at as time', 'action', 'actor_name as actorName', 'name'])
    .select('department_name as departmentName')
    .where('view_id', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    ...withWireTimes(row, ctx.who.timeZone),
    action: row.action as Output<Calls['history']>[number]['action'],
  }))
}
