import { sql } from 'kysely'
import { inEachCompany } from '../../kernel/each-company.ts'
import type { Db } from '../../platform/postgres.ts'

/** Which of these paths are referenced by a row of any company. Leaves the transaction in the last company. */
export async function knownAmong(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  if (paths.length === 0) return known
  await inEachCompany(db, async () => {
    const { rows } = await sql<{ path: string }>`
      select path from file_blob where path = any(${paths}::text[])
      union all select thumbnail_path from file_blob where thumbnail_path = any(${paths}::text[])
      union all select preview_path from file_blob where preview_path = any(${paths}::text[])`.execute(db)
    for (const { path } of rows) known.add(path)
  })
  return known
}
