import { sql } from 'kysely'
import type { Upkeep } from '../../kernel/context.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import type { Db } from '../../platform/postgres.ts'
import { releaseFile } from '../files/index.ts'

export const expireExports: Upkeep = {
  name: 'expired exports',
  everyMs: 600_000,
  run: (db) => expire(db, new Date()),
}

/** Removes expired exports; the sweep of unused files removes their bytes. */
export async function expire(db: Db, now: Date): Promise<void> {
  await inEachCompany(db, async () => {
    const { rows } = await sql<{ path: string }>`
      update export_job e set state = 'expired', file_path = null
      from (select tenant_id, id, file_path from export_job where state = 'done' and expires_at <= ${now} for update) due
      where e.tenant_id = due.tenant_id and e.id = due.id
      returning due.file_path as path`.execute(db)
    for (const { path } of rows) await releaseFile({ db }, path)
  })
}
