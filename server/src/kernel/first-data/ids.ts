import { sql } from 'kysely'
import type { DB } from '../../platform/db-types.ts'
import type { Db } from '../../platform/postgres.ts'

/** The ids of the company's rows of a table, by the value of a column that identifies them. */
export async function idsBy<Table extends keyof DB>(
  db: Db,
  table: Table,
  column: keyof DB[Table] & string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, coalesce(${sql.ref(column)}::text, '') as key from ${sql.table(table)}`.execute(db)
  return new Map(rows.map(({ id, key }) => [key, id]))
}
