import { sql } from 'kysely'
import type { Db } from '../platform/postgres.ts'

/** Runs work for one company after the other; leaves the transaction in the last one. */
export async function inEachCompany(db: Db, work: () => Promise<void>): Promise<void> {
  for (const { id } of await db.selectFrom('tenant').select('id').execute()) {
    await sql`select set_config('app.tenant', ${String(id)}, true)`.execute(db)
    await work()
  }
}
