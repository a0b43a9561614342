import { sql } from 'kysely'
import type { DB } from '../platform/db-types.ts'
import type { Db } from '../platform/postgres.ts'

/**
 * Renews the planner's statistics of tables that were just filled. Without it the rows that follow may take ten
 * times longer: after a killed start autovacuum has noted that the tables are empty, and foreign keys are checked
 * by the wrong index. Only an owner may analyze, so a function does it.
 */
export async function analyze(db: Db, tables: (keyof DB)[]): Promise<void> {
  await sql`select app.renew_statistics(${tables}::regclass[])`.execute(db)
}
