import { sql } from 'kysely'
import type { DB } from '../../platform/db-types.ts'
import type { Db } from '../../platform/postgres.ts'

/**
 * Updates the planner's statistics of tables that were just filled. Without it the following inserts may take ten times
 * longer: after a killed start autovacuum has recorded the tables as empty, and foreign keys are checked with the wrong
 * index. Only an owner may run ANALYZE, so a function does it.
 */
export async function analyze(db: Db, tables: (keyof DB)[]): Promise<void> {
  await sql`select app.renew_statistics(${tables}::regclass[])`.execute(db)
}
