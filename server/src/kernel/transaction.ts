import type pg from 'pg'
import type { Kind } from '@heliodesk/contract/call.ts'
import { present } from '../platform/certain.ts'
import { kyselyOn, openingOf, type Db } from '../platform/postgres.ts'
import type { Who } from './context.ts'
import { readToken } from './token.ts'

type WhoRow = {
  tenant_id: number
  user_id: string
  username: string
  realname: string
  org_code: string
  has_all_data: boolean
  related_psas: string[]
  time_zone: string
  granted: boolean
  must_change_password: boolean
  session_id: string | null
  last_used_at: Date | null
  refreshed_at: Date | null
  expires_at: Date | null
}

/** What the kernel keeps up about a session besides answering its call. */
export type SessionTimes = { lastUsedAt: Date; refreshedAt: Date | null; expiresAt: Date }

export type Entered = { who: Who; granted: boolean; times: SessionTimes | null }

/** One connection with an open transaction; ends by `commit` or `rollback`, exactly once. */
export class Transaction {
  readonly db: Db
  readonly #client: pg.PoolClient
  #ended = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.db = kyselyOn(client)
  }

  /** Opens a transaction that has no tenant: no isolated row is visible. */
  static async begin(pool: pg.Pool, kind: Kind): Promise<Transaction> {
    return this.#open(pool, async (client) => {
      await client.query(beginSql(pool, kind))
    })
  }

  /** Opens a transaction that only reads, and sees nothing that is committed after its first statement. */
  static async snapshot(pool: pg.Pool): Promise<Transaction> {
    return this.#open(pool, async (client) => {
      await client.query(`begin isolation level repeatable read, read only; ${openingOf(pool)}`)
    })
  }

  /**
   * Opens a transaction for the session of `token`. Begin, finding the session, checking the right and setting
   * tenant and user are one trip, so that a revoked session or right counts on the very next call without a cache.
   */
  static async enter(pool: pg.Pool, kind: Kind, token: string, perm: string | null, now: Date) {
    let entered: Entered | null = null
    const transaction = await this.#open(pool, async (client) => {
      const { tenantId, hash } = readToken(token)
      // Only digits, hex, a code of our own contract and a date: nothing of a client's text reaches this SQL.
      const code = perm === null ? 'null' : `'${perm}'`
      const results = (await client.query(
        `${beginSql(pool, kind)}; select * from app.enter(${tenantId}, '\\x${hash}', ${code}, '${now.toISOString()}')`,
      )) as unknown as pg.QueryResult<WhoRow>[]
      entered = toEntered(results.at(-1)?.rows[0])
    })
    return { transaction, entered: entered as Entered | null }
  }

  /** A connection on which no transaction can be opened is closed: it may be the connection's own fault. */
  static async #open(pool: pg.Pool, begin: (client: pg.PoolClient) => Promise<void>): Promise<Transaction> {
    const client = await pool.connect()
    const transaction = new Transaction(client)
    try {
      await begin(client)
      return transaction
    } catch (error) {
      transaction.#ended = true
      client.release(true)
      throw error
    }
  }

  /** Lets row-level security admit one tenant from here on; for callers who are not signed in yet. */
  async enterTenant(tenantId: number): Promise<void> {
    await this.#client.query("select set_config('app.tenant', $1, true)", [String(tenantId)])
  }

  /** Acts as a user without a session from here on (jobs, command-line tools); null when nobody of that id is in force. */
  async actAs(tenantId: number, userId: string, perm: string | null): Promise<Entered | null> {
    const result = await this.#client.query<WhoRow>('select * from app.act_as($1, $2, $3)', [
      tenantId,
      userId,
      perm,
    ])
    return toEntered(result.rows[0])
  }

  async commit(): Promise<void> {
    this.#ended = true
    try {
      await this.#client.query('commit')
      this.#client.release()
    } catch (error) {
      this.#client.release(true)
      throw error
    }
  }

  /**
   * Rolls back and gives the connection back; one that cannot even roll back is thrown away, and the answer is that it
   * was lost. After a commit that failed, that is all there is to say.
   */
  async rollback(): Promise<'done' | 'lost'> {
    if (this.#ended) return 'lost'
    this.#ended = true
    try {
      await this.#client.query('rollback')
      this.#client.release()
      return 'done'
    } catch {
      this.#client.release(true)
      return 'lost'
    }
  }
}

/** Short work in one tenant in a transaction of its own; the answer is committed. */
export async function inTenant<T>(pool: pg.Pool, tenant: number, work: (db: Db) => Promise<T>): Promise<T> {
  const transaction = await Transaction.begin(pool, 'command')
  let answer: T
  try {
    await transaction.enterTenant(tenant)
    answer = await work(transaction.db)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit()
  return answer
}

const beginSql = (pool: pg.Pool, kind: Kind) =>
  `${kind === 'query' ? 'begin read only' : 'begin'}; ${openingOf(pool)}`

function toEntered(row: WhoRow | undefined): Entered | null {
  if (!row) return null
  return {
    granted: row.granted,
    who: {
      tenantId: row.tenant_id,
      userId: row.user_id,
      username: row.username,
      realname: row.realname,
      orgCode: row.org_code,
      hasAllData: row.has_all_data,
      relatedPsas: row.related_psas,
      timeZone: row.time_zone,
      sessionId: row.session_id,
      mustChangePassword: row.must_change_password,
    },
    times: row.last_used_at && {
      lastUsedAt: row.last_used_at,
      refreshedAt: row.refreshed_at,
      expiresAt: present(row.expires_at),
    },
  }
}
