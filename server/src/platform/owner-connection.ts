import pg from 'pg'
import { one } from './certain.ts'

/**
 * Runs `work` on a connection of the schema's owner, one process of the database at a time, because starts and tools
 * may run concurrently. The lock belongs to the session, so the connection must be direct, without a pooler.
 */
export async function withOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await refusePooler(owner)
    await owner.query("select pg_advisory_lock(hashtext('heliodesk_migrate'))")
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** A pooler reports process numbers of its own. */
async function refusePooler(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = owner as pg.Client & { processID: number }
  if (one(rows).pid === processID) return
  throw new Error(
    '数据库所有者的地址经过了连接池：请用 DATABASE_MIGRATION_URL 直接指向 PostgreSQL，见 docs/operations.md (the owner’s address leads through a pooler: let DATABASE_MIGRATION_URL point at PostgreSQL itself)',
  )
}
