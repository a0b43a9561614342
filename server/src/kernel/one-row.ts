import type { InsertObject, UpdateObject } from 'kysely'
import type { DB } from '../platform/db-types.ts'
import type { Db } from '../platform/postgres.ts'

/** Tables whose rows have an id. */
type Table = { [Name in keyof DB]: DB[Name] extends { id: unknown } ? Name : never }[keyof DB]

/** Inserts one row; returns its id. */
export async function insertRow<T extends Table>(
  db: Db,
  table: T,
  values: InsertObject<DB, T>,
): Promise<string> {
  const { id } = await db
    .insertInto(table as 'station')
    .values(values as InsertObject<DB, 'station'>)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the given columns of one row. */
export async function updateRow<T extends Table>(
  db: Db,
  table: T,
  id: string,
  values: UpdateObject<DB, T>,
): Promise<void> {
  await db
    .updateTable(table as 'station')
    .set(values as UpdateObject<DB, 'station'>)
    .where('id', '=', id)
    .execute()
}
