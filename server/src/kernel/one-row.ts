import { sql, type InsertObject, type Selectable, type SelectQueryBuilder, type UpdateObject } from 'kysely'
import type { DB } from '../platform/db-types.ts'
import type { Db } from '../platform/postgres.ts'
import { notFound } from './context.ts'

/** Tables whose rows have an id. */
type Table = { [Name in keyof DB]: DB[Name] extends { id: unknown } ? Name : never }[keyof DB]

/** One row of the company, locked as for a deletion until commit. */
export async function lockRow<T extends Table>(db: Db, table: T, id: string): Promise<Selectable<DB[T]>> {
  const row = await db
    .selectFrom(table as 'station')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  return row as unknown as Selectable<DB[T]>
}

/** Whether a query has a row. */
export async function hasRow<Tables, TB extends keyof Tables>(
  query: SelectQueryBuilder<Tables, TB, object>,
): Promise<boolean> {
  return (
    (await query
      .select(sql`1`.as('there'))
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

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

/** Deletes one row. */
export async function deleteRow(db: Db, table: Table, id: string): Promise<void> {
  await db
    .deleteFrom(table as 'station')
    .where('id', '=', id)
    .execute()
}
