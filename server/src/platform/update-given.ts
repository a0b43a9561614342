import { sql } from 'kysely'
import type { Db } from './postgres.ts'

/** A row to write: `set` by column, only what differs. `version` is the one at which that was found. */
export type Given = { id: string; version: number; set: Record<string, string | number> }

/** A record that takes the values of a row of a file. */
export type UpdateFromFile<Change> = Given & { row: number; changes: Change[] }

/**
 * Writes the given columns of rows and their next version, in the order of ids, the lock order of all writers; false if
 * one of the rows has another version than the given one.
 */
export async function updateGiven(
  db: Db,
  table: 'device' | 'station',
  updates: readonly Given[],
  now: Date,
): Promise<boolean> {
  const columns = [...new Set(updates.flatMap(({ set }) => Object.keys(set)))]
  const assignments = columns.map(
    (column) => sql`${sql.ref(column)} = coalesce(given.${sql.ref(column)}, t.${sql.ref(column)})`,
  )
  const { numAffectedRows } = await sql`
    with given as materialized (
      select t.id as own_id, given.* from jsonb_populate_recordset(null::${sql.table(table)},
        ${JSON.stringify(updates.map(({ id, version, set }) => ({ id, version, ...set })))}::jsonb) given
      join ${sql.table(table)} t on t.id = given.id order by t.id for no key update of t)
    update ${sql.table(table)} t set ${sql.join(assignments)}, version = t.version + 1, updated_at = ${now}::timestamptz
    from given where t.id = given.own_id and t.version = given.version`.execute(db)
  return numAffectedRows === BigInt(updates.length)
}
