import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'

/** Keeps the dictionary of types, which clients of the specification read, as the types are. */
export async function tellDictionary(
  db: Db,
  { id, name, active }: { id: number; name: string; active: boolean },
): Promise<void> {
  await sql`
    insert into dictionary_item (dictionary_id, item_value, item_text, sort_order, status)
    select d.id, ${String(id)}, ${name}, t.place, ${active ? '1' : '0'}
    from dictionary d, task_type t where d.dict_code = 'taskType' and t.id = ${id}
    on conflict (tenant_id, dictionary_id, item_value)
      do update set item_text = excluded.item_text, status = excluded.status`.execute(db)
}
