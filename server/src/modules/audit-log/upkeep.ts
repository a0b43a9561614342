import { LEAST_AUDIT_DAYS } from '@heliodesk/contract/retention.ts'
import { sql } from 'kysely'
import type { Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { readSettings } from '../../kernel/settings.ts'
import { askVerification } from './checks.ts'

const DAYS_OF_YEAR = 365.25

/** How many entries of each company are sealed at a time, so that a burst of them does not hold up people's calls. */
const MOST_AT_ONCE = 1000

/** Gives what transactions left its place in the chain; processes do not wait for each other. */
export const sealing: Upkeep = {
  name: 'sealing of the audit log',
  everyMs: 1000,
  run: async (db) => void (await sql`select app.seal_audit(${MOST_AT_ONCE})`.execute(db)),
}

/**
 * Once a day and company: writes the end of the chain into the server's log, so that a chain that is rewritten as a whole
 * shows as well, verifies the chain, and removes what is older than the company has to keep.
 */
export const digesting: Upkeep = {
  name: 'daily digest of the audit log',
  everyMs: 600_000,
  run: (db, { AUDIT_YEARS }, log) =>
    inEachCompany(db, async () => {
      const { rows } = await sql<{ tenant: number; day: string; number: string; digest: string }>`
        insert into audit_digest (day, number, hash)
        select (now() at time zone t.time_zone)::date, h.number, h.hash
        from audit_head h join tenant t on t.id = h.tenant_id where h.number > 0
        on conflict do nothing
        returning tenant_id as tenant, day, number, encode(hash, 'hex') as digest`.execute(db)
      for (const digest of rows) {
        log?.info(digest, '审计日志每日摘要 daily digest of the audit log')
        const { auditDays } = (await readSettings(db)).system.values
        // A company may have chosen less before three years were the least.
        const days =
          auditDays > 0 ? Math.max(auditDays, LEAST_AUDIT_DAYS) : Math.ceil(AUDIT_YEARS * DAYS_OF_YEAR)
        await sql`select app.expire_audit(${days})`.execute(db)
        await askVerification(db, null)
      }
    }),
}
