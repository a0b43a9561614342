import { adoptOrders } from '../src/modules/work-orders/index.ts'
import { kyselyOn } from '../src/platform/postgres.ts'
import type { Harness } from './harness.ts'

/** Adds orders with plain SQL inside one company, and the processes that belong to them. */
export async function insertOrders(
  { pool }: Pick<Harness, 'pool'>,
  { tenantId }: { tenantId: number },
  ...statements: [text: string, values?: unknown[]][]
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `begin; select set_config('app.tenant', '${tenantId}', true), set_config('app.messages', 'off', true)`,
    )
    for (const [text, values] of statements) await client.query(text, values)
    await adoptOrders(kyselyOn(client))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
