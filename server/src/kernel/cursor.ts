import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/postgres.ts'

const PORTION = 500

/**
 * The rows of a statement by portions, all of one moment, through a cursor of the server: memory stays the same however
 * many there are. The cursor ends with the transaction. A name belongs to one statement, because connections remember
 * what a fetch from it looks like.
 */
export async function* inPortions<Row>(
  db: Db,
  name: string,
  statement: RawBuilder<Row>,
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
