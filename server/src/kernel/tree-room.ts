import { sql, type RawBuilder } from 'kysely'
import { one } from '../platform/certain.ts'
import { notFound, type Ctx, type DomainError } from './context.ts'

type Room = {
  /** A table of a tree: `id` and `parent_id`. */
  table: 'device_type' | 'space' | 'dictionary_item'
  /** The node that moves; null for a new one. */
  id: string | null
  /** What it is to stand below; none is the top, where there is always room. */
  parentId: string | undefined
  /** What the parent must be besides: of the same station, of the same dictionary. */
  parentIs?: RawBuilder<boolean>
  /** How many levels the tree may have. */
  most: number
  /** Where there is no such parent; an unknown id otherwise. */
  missing?: DomainError
  circle: DomainError
  tooDeep: DomainError
}

/** The parent exists, does not lie below the node itself, and leaves room for it and what it brings along. */
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
