import { sql, type Insertable } from 'kysely'
import { present } from './certain.ts'
import type { DB } from './db-types.ts'
import type { Db } from './postgres.ts'

const BATCH = 1000

/**
 * Inserts rows of one shape in order, a thousand per round trip. They are sent as one JSON parameter, so that the
 * statement and the number of its parameters do not grow with the rows.
 */
export async function insertRows<T extends keyof DB>(
  db: Db,
  table: T,
  rows: Insertable<DB[T]>[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch = rows.slice(first, first + BATCH)
    const columns = sql.join(Object.keys(present(batch[0])).map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::jsonb)
    `.execute(db)
  }
}
