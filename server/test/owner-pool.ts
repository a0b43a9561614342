import pg from 'pg'

/** A pool with the owner's rights, past row-level security and past the proof of the application's own connections. */
export function openOwnerPool(url: string, max = 2): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  // A server that is stopped under it must not end the tests.
  pool.on('error', () => {})
  return pool
}

/** One statement that triggers and foreign keys do not see, for what a test must arrange and nobody else may do. */
export async function pastTriggers(owner: pg.Pool, text: string, values: unknown[] = []): Promise<void> {
  const client = await owner.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(text, values)
  await client.query('commit')
  client.release()
}
