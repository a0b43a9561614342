import { sql } from 'kysely'
import { z } from 'zod'
import type { Job, JobTools } from '../../kernel/context.ts'
import { Unwanted } from '../../kernel/queue.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { one } from '../../platform/certain.ts'
import { openStorage } from '../../platform/open-storage.ts'

const payload = z.object({ companyId: z.number() })

/**
 * Deletes everything of a company when its time has come. First the bytes of its files, then every row in one
 * transaction: an attempt that was interrupted begins again, and nothing is left that names bytes.
 */
export const removeCompany: Job<z.output<typeof payload>> = {
  kind: 'company removal',
  payload,
  changes: ['company', 'job'],
  atOnce: () => 1,
  mostAttempts: 20,
  keepsGivenUp: true,
  async run(turn, tools) {
    const { companyId } = turn.payload
    const isDue = await inTenant(tools.pool, turn.tenant, async (db) => {
      const { rows } = await sql<{
        due: boolean
      }>`select coalesce(app.begin_removal(${companyId}), false) as due`.execute(db)
      return one(rows).due
    })
    // The operator changed their mind, or chose a later day.
    if (!isDue) throw new Unwanted()
    await removeBytes(turn.tenant, companyId, tools)
    await turn.finish(async (db) => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(db)
      await sql`select app.tell_of_company(${companyId}, 'remove', (select removal_why from tenant where id = ${companyId}),
        '[]'::jsonb)`.execute(db)
      await sql`
        update company_archive set state = 'expired', file_path = null
        where company = ${companyId} and state = 'done'`.execute(db)
      await sql`select app.remove_company(${companyId})`.execute(db)
    })
  },
}

type Paths = { path: string; thumbnail_path: string | null; preview_path: string | null }

/** The company's files, and archives of them. */
async function removeBytes(
  operator: number,
  companyId: number,
  { pool, env, signal }: JobTools,
): Promise<void> {
  const blobs = await inTenant(pool, companyId, (db) =>
    db.selectFrom('file_blob').select(['path', 'thumbnail_path', 'preview_path']).execute(),
  )
  const archives = await inTenant(pool, operator, async (db) => {
    const { rows } = await sql<Paths>`
      select f.blob_path as path, null as thumbnail_path, null as preview_path
      from company_archive a join stored_file f on f.path = a.file_path where a.company = ${companyId}`.execute(
      db,
    )
    return rows
  })
  const storage = openStorage(env)
  for (const { path, thumbnail_path: thumbnail, preview_path: preview } of [...blobs, ...archives]) {
    signal.throwIfAborted()
    for (const each of [path, thumbnail, preview]) if (each !== null) await storage.remove(each)
  }
}
