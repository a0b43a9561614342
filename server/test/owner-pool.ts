import pg from 'pg'

/** A pool with the owner's rights, without row-level security and without the check of application connections. */
export function openOwnerPool(url: string, max = 2): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max })
  // A server that stops while the pool is connected must not end the tests.
  pool.on('error', () => {})
  return pool
}

/** Runs one statement without triggers and foreign keys, for test set-ups that the product does not allow. */
export async function pastTriggers(owner: pg.Pool, text: string, values: unknown[] = []): Promise<void> {
  const client = await owner.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query(text, values)
  await client.query('commit')
  client.release()
}
