import { sql } from 'kysely'
import type { Db } from '../../platform/postgres.ts'

export const tenantsOf = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('tenant').select('id').execute()).map(({ id }) => id)

/** Which of these paths are referenced by a row of any company. Leaves the transaction in the last company. */
export async function knownAmong(
  db: Db,
  tenants: readonly number[],
  paths: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>()
  if (paths.length === 0) return known
  for (const tenant of tenants) {
    await enterTenant(db, tenant)
    const { rows } = await sql<{ path: string }>`
      select path from file_blob where path = any(${paths}::text[])
      union all select thumbnail_path from file_blob where thumbnail_path = any(${paths}::text[])
      union all select preview_path from file_blob where preview_path = any(${paths}::text[])`.execute(db)
    for (const { path } of rows) known.add(path)
  }
  return known
}

export const enterTenant = (db: Db, tenant: number) =>
  sql`select set_config('app.tenant', ${String(tenant)}, true)`.execute(db)
