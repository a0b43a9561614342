import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres.ts'
import { copiedIn } from '../engine/copying.ts'
import type { Run } from '../engine/run.ts'
import type { StepCtx } from './business.ts'

/** Who has a copy of an instance. The caller has locked it, so that nobody gets one meanwhile. */
export async function copiedOf(db: Db, instanceId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('process_copy')
    .select('user_id')
    .where('instance_id', '=', instanceId)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Writes the copies that copy steps gave in a run. Nobody made them: the process did. */
export async function addCopies({ db, now }: StepCtx, instanceId: string, run: Run): Promise<void> {
  const people = copiedIn(run)
  if (people.length === 0) return
  await sql`
    insert into process_copy (instance_id, user_id, copied_by, copied_at)
    select ${instanceId}, p.id, null, ${now} from unnest(${people}::bigint[]) as p (id)
    on conflict do nothing`.execute(db)
}
