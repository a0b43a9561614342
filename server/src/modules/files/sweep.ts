import { sql } from 'kysely'
import type { Upkeep } from '../../kernel/context.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage, type Storage } from '../../platform/storage.ts'

/** How long an upload may wait for something to use it, and bytes for their row. */
const PATIENCE_MS = 24 * 3_600_000
const BATCH = 500

export const sweepFiles: Upkeep = {
  name: 'unused files',
  everyMs: 3_600_000,
  run: (db, env) => sweep(db, openStorage(env), new Date()),
}

/**
 * Forgets uploads that nothing used within a day, then blobs that no file is left of, and removes bytes of that age
 * that no row describes. Bytes go by the last rule only, a sweep after their row, so that no row that a rollback brings
 * back has lost its bytes.
 */
export async function sweep(db: Db, storage: Storage, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PATIENCE_MS)
  const tenants = (await db.selectFrom('tenant').select('id').execute()).map(({ id }) => id)
  let batch: string[] = []
  for await (const { path, modifiedAt } of storage.list()) {
    if (modifiedAt >= before) continue
    batch.push(path)
    if (batch.length === BATCH) {
      await removeUnknown(db, storage, tenants, batch)
      batch = []
    }
  }
  await removeUnknown(db, storage, tenants, batch)
  for (const tenant of tenants) {
    await enter(db, tenant)
    await db.deleteFrom('stored_file').where('kept_at', 'is', null).where('created_at', '<', before).execute()
    // An upload of the same bytes sets used_at first, so one of them sees what the other did.
    await sql`
      delete from file_blob b where used_at < ${before}
      and not exists (select from stored_file f where f.tenant_id = b.tenant_id and f.blob_path = b.path)
      and not exists (select from stored_file f where f.tenant_id = b.tenant_id and f.frame_path = b.path)`.execute(
      db,
    )
  }
}

async function removeUnknown(db: Db, storage: Storage, tenants: number[], paths: string[]) {
  if (paths.length === 0) return
  const unknown = new Set(paths)
  for (const tenant of tenants) {
    await enter(db, tenant)
    const { rows } = await sql<{ path: string }>`
      select path from file_blob where path = any(${paths}::text[])
      union all select thumbnail_path from file_blob where thumbnail_path = any(${paths}::text[])
      union all select preview_path from file_blob where preview_path = any(${paths}::text[])`.execute(db)
    for (const { path } of rows) unknown.delete(path)
  }
  for (const path of unknown) await storage.remove(path)
}

const enter = (db: Db, tenant: number) =>
  sql`select set_config('app.tenant', ${String(tenant)}, true)`.execute(db)
