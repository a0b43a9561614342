import { sql, type Expression } from 'kysely'
import type { Db } from '../platform/postgres.ts'
import type { Cell } from './export-kind.ts'

const PORTION = 500

/**
 * Reads the rows of a statement in batches through a server-side cursor: one snapshot, constant memory. The cursor
 * closes with the transaction. Use each cursor name for one statement only, because connections cache the row
 * description of its FETCH.
 */
export async function* inPortions<Row>(
  db: Db,
  name: string,
  statement: Expression<Row>,
): AsyncGenerator<Row[]> {
  const cursor = sql.id(name)
  await sql`declare ${cursor} no scroll cursor for ${statement}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(PORTION)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < PORTION) break
  }
  await sql`close ${cursor}`.execute(db)
}

/** The rows of a statement as cells of an export, one batch at a time. */
export async function* cellsOf<Row>(
  db: Db,
  cursorName: string,
  statement: Expression<Row>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const portion of inPortions(db, cursorName, statement)) yield portion.map(toCells)
}
