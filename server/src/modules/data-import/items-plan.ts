import { sql } from 'kysely'
import type { ImportCtx } from './facts.ts'
import type { ItemRow } from './items-file.ts'

export type ItemPlan = { add: ItemRow[]; knownCount: number }

/** Items that the company has under that name in that category stay as they are. */
export async function planItems({ db }: ImportCtx, rows: readonly ItemRow[]): Promise<ItemPlan> {
  const names = [...new Set(rows.map(({ item }) => item.name))]
  const { rows: found } = await sql<{ place: string }>`
    select category || E'\n' || name as place from inspection_item
    where deleted_at is null and name = any(${names}::text[])`.execute(db)
  const known = new Set(found.map(({ place }) => place))
  const add = rows.filter(({ item }) => !known.has(`${item.category}\n${item.name}`))
  return { add, knownCount: rows.length - add.length }
}
