import { sql } from 'kysely'
import type { Upkeep } from '../../kernel/context.ts'
import { announcing } from '../../kernel/changes.ts'
import { inEachCompany } from '../../kernel/each-company.ts'

const HOUR_MS = 3_600_000
/** How long a phone may lie in a drawer. */
const PATIENCE_DAYS = 90

/** Photos of which nothing came for so long are given up: their pieces go, and the order says that they did not come. */
export const sweepPhotos: Upkeep = {
  name: 'photos that never came',
  everyMs: HOUR_MS,
  async run(db) {
    await inEachCompany(db, async () => {
      const { numAffectedRows } = await sql`
        with idle as (
          select tenant_id, id from field_photo
          where received_at < now() - make_interval(days => ${PATIENCE_DAYS})
            and (state = 'waiting' or state = 'forgone' and received > 0)
          for update skip locked
        ), gone as (
          delete from field_photo_piece p using idle where p.tenant_id = idle.tenant_id and p.photo_id = idle.id
        )
        update field_photo p set received = 0, state_at = now(),
          state = case p.state when 'waiting' then 'undelivered' else p.state end
        from idle where p.tenant_id = idle.tenant_id and p.id = idle.id`.execute(db)
      if (numAffectedRows) await sql.raw(announcing(['order'])).execute(db)
    })
  },
}
