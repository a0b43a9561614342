import type { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { sql } from 'kysely'
import { notFound, type Handler } from '../../kernel/context.ts'
import { seen, sharedWith } from './rows.ts'

type Calls = typeof savedViewCalls

export const arrangeViews: Handler<Calls['arrange']> = async (ctx, { code, ids, pinnedIds }) => {
  const all = [...new Set([...ids, ...pinnedIds])]
  const { rows } = await sql<{ id: string }>`
    select v.id from saved_view v ${sharedWith}
    where v.id = any(${all}::bigint[]) and v.code = ${code} and ${seen(ctx)}`.execute(ctx.db)
  if (rows.length < all.length) throw notFound()
  await sql`
    insert into saved_view_place (view_id, pinned, position)
    select given.id, given.id = any(${pinnedIds}::bigint[]), given.place
    from unnest(${all}::bigint[]) with ordinality as given (id, place) order by given.id
    on conflict (tenant_id, user_id, view_id) do update
      set pinned = excluded.pinned, position = excluded.position`.execute(ctx.db)
  return {}
}

/** What was new is then listed as before: not above the list, after what the person arranged. */
export const markSeen: Handler<Calls['seen']> = async (ctx, { ids }) => {
  await sql`
    insert into saved_view_place (view_id, pinned)
    select v.id, false from saved_view v ${sharedWith}
    where v.id = any(${ids}::bigint[]) and v.owner_id <> ${ctx.who.userId} and ${seen(ctx)} order by v.id
    on conflict do nothing`.execute(ctx.db)
  return {}
}
