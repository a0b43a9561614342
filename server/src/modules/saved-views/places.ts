import type { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { seen, sharedWith } from './rows.ts'

type Calls = typeof savedViewCalls

/** The codes of the lists of these views, all of which the caller sees. */
async function codesOf(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select v.code from saved_view v ${sharedWith} where v.id = any(${ids}::bigint[]) and ${seen(ctx)}`.execute(
    ctx.db,
  )
  if (rows.length < new Set(ids).size) throw notFound()
  return new Set(rows.map(({ code }) => code))
}

export const arrangeViews: Handler<Calls['arrange']> = async (ctx, { code, ids, pinnedIds }) => {
  const all = [...new Set([...ids, ...pinnedIds])]
  const codes = await codesOf(ctx, all)
  if ([...codes].some((each) => each !== code)) throw notFound()
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
  await codesOf(ctx, ids)
  await sql`
    insert into saved_view_place (view_id, pinned)
    select v.id, false from saved_view v
    where v.id = any(${ids}::bigint[]) and v.owner_id <> ${ctx.who.userId} order by v.id
    on conflict do nothing`.execute(ctx.db)
  return {}
}
