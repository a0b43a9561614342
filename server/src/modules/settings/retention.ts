import type { RetentionKind } from '@heliodesk/contract/retention.ts'
import { sql } from 'kysely'
import type { Ctx, Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import { readSettings } from '../../kernel/settings.ts'
import { toWireTimeOrNull } from '../../kernel/wire-time.ts'

export async function retentionOf({ db, who }: Ctx) {
  const { rows } = await sql<{ kind: RetentionKind | null; since: Date | null }>`
    select kind, since from app.oldest_kept()`.execute(db)
  return rows.flatMap(({ kind, since }) =>
    kind === null ? [] : [{ kind, since: toWireTimeOrNull(since, who.timeZone) }],
  )
}

/**
 * Removes what a company keeps no longer. The audit log loses its beginning with the daily digest (audit-log/upkeep.ts), and
 * files of exports have their end from the start.
 */
export const retention: Upkeep = {
  name: 'what companies keep no longer',
  everyMs: 3_600_000,
  run: (db) =>
    inEachCompany(db, async () => {
      const { signInDays, deliveryDays, givenUpJobDays } = (await readSettings(db)).system.values
      if (signInDays > 0) await sql`select app.expire_sign_ins(${signInDays})`.execute(db)
      await sql`delete from webhook_delivery where at < now() - make_interval(days => ${deliveryDays})`.execute(
        db,
      )
      await sql`delete from job where tenant = app.tenant_id()
        and given_up_at < now() - make_interval(days => ${givenUpJobDays})`.execute(db)
    }),
}
