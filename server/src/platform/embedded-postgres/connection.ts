import { Client } from 'pg'
import { errorCode } from './failure.ts'

const PASSWORD_REFUSED = new Set(['28P01', '28000'])
const NO_CONNECTION_LEFT = '53300'

/**
 * Tests the url with a real connection. SCRAM authenticates both sides: another program that listens on the port cannot
 * pass for our cluster.
 */
export async function probe(url: string): Promise<{ otherSessions: number } | 'wrong password' | 'not yet'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    return { otherSessions: Number(rows[0]?.count) }
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === NO_CONNECTION_LEFT) return { otherSessions: Number.POSITIVE_INFINITY }
    return PASSWORD_REFUSED.has(code) ? 'wrong password' : 'not yet'
  } finally {
    await client.end().catch(() => undefined)
  }
}
