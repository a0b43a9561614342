import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from './transaction.ts'

/** After so many new rows the tables may have doubled. */
const LOOK_AFTER = 500

/** Keeps the planner's statistics current while many rows are added within a minute; `added` is called after each commit. */
export function keepStatistics(pool: pg.Pool): { added(rows: number): Promise<void> } {
  let sinceLook = 0
  return {
    async added(rows) {
      sinceLook += rows
      if (sinceLook < LOOK_AFTER) return
      sinceLook = 0
      await inTransaction(pool, ({ db }) => sql`select app.renew_statistics_of_grown()`.execute(db))
    },
  }
}
