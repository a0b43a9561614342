import { sql, type RawBuilder } from 'kysely'
import { one } from '../platform/certain.ts'
import { notFound, type Ctx, type DomainError } from './context.ts'

type Room = {
  /** A tree's table, with `id` and `parent_id`. */
  table: 'device_type' | 'space' | 'dictionary_item'
  /** The node to move; null for a new one. */
  id: string | null
  /** The new parent; undefined is the top level, where there is always room. */
  parentId: string | undefined
  /** A further condition on the parent: of the same station, of the same dictionary. */
  parentIs?: RawBuilder<boolean>
  /** The maximum number of levels. */
  most: number
  /** The error if there is no such parent; not found by default. */
  missing?: DomainError
  circle: DomainError
  tooDeep: DomainError
}

/** Requires that the parent exists, is not below the node itself, and has enough levels left for its subtree. */
export async function requireRoom(
  ctx: Ctx,
  { table, id, parentId, parentIs = sql<boolean>`true`, most, ...refusals }: Room,
): Promise<void> {
  if (!parentId) return
  const { rows } = await sql<{ above: string[]; height: number }>`
    select array(
        with recursive up as (
          select id, parent_id from ${sql.table(table)} where id = ${parentId} and ${parentIs}
          union all select t.id, t.parent_id from up join ${sql.table(table)} t on t.id = up.parent_id
        ) select id::text from up) as above,
      (with recursive down as (
          select id, 1 as level from ${sql.table(table)} where id = ${id}
          union all select t.id, down.level + 1 from down join ${sql.table(table)} t on t.parent_id = down.id
        ) select coalesce(max(level), 1)::int from down) as height`.execute(ctx.db)
  const { above, height } = one(rows)
  if (above.length === 0) throw refusals.missing ?? notFound()
  if (id && above.includes(id)) throw refusals.circle
  if (above.length + height > most) throw refusals.tooDeep
}
