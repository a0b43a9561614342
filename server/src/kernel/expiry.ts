import { sql } from 'kysely'
import type { Upkeep } from './context.ts'

type Expiring =
  | 'captcha'
  | 'captcha_verification'
  | 'passing_key'
  | 'second_step'
  | 'sign_in_ticket'
  | 'sms_code'

/** Deletes the rows of these tables after their `expires_at`. */
export const removeExpired = (name: string, everyMs: number, ...tables: Expiring[]): Upkeep => ({
  name,
  everyMs,
  async run(db) {
    for (const table of tables)
      await sql`delete from ${sql.table(table)} where expires_at < now()`.execute(db)
  },
})
