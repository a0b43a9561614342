import type pg from 'pg'
import type { Kind } from '@heliodesk/contract/call.ts'
import { present } from '../platform/certain.ts'
import { kyselyOn, openingOf, planFor, queryAll, type Db } from '../platform/postgres.ts'
import type { Client, Who } from './context.ts'
import type { Narrowing } from './narrowing.ts'
import { bareAddress } from './network.ts'
import type { PlaceMove } from './place-moves.ts'
import { readApiToken, readToken } from './token.ts'

type WhoRow = {
  tenant_id: number
  user_id: string
  username: string
  realname: string
  org_code: string
  has_all_data: boolean
  related_psas: string[]
  narrowing: Narrowing | null
  moves: PlaceMove[] | null
  time_zone: string
  granted: boolean
  must_change_password: boolean
  session_id: string | null
  last_used_at: Date | null
  refreshed_at: Date | null
  expires_at: Date | null
}

/** Read after tenant and user are set, which the functions before it do. */
const SCOPE =
  'app.narrowing_of(who.tenant_id, who.user_id) as narrowing, app.moves_of(who.tenant_id) as moves'

/** The session times that the kernel maintains while it answers a call. */
export type SessionTimes = { lastUsedAt: Date; refreshedAt: Date | null; expiresAt: Date }

/** The token of a program that a call was sent with. */
export type TokenUse = {
  id: string
  readOnly: boolean
  usedAt: Date
  /** Whether it may be used from the caller's address. */
  fromHere: boolean
}

export type Entered = { who: Who; granted: boolean; times: SessionTimes | null; use: TokenUse | null }

type TokenRow = WhoRow & {
  token_id: string
  read_only: boolean
  used_at: Date | number
  from_here: boolean
}

type Entering = {
  kind: Kind
  token: string
  address: Client['address']
  perm: string | null
  now: Date
  origin?: string
}

/** A connection with an open transaction. Ends with `commit` or `rollback`, exactly once. */
export class Transaction {
  readonly db: Db
  /** How many rows the statement had that `begin` ran first. */
  firstRows = 0
  readonly #client: pg.PoolClient
  #ended = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.db = kyselyOn(client)
  }

  /**
   * Opens a transaction of one tenant, or without a tenant: then no isolated row is visible. `first` is a statement to
   * run in the same round trip.
   */
  static async begin(pool: pg.Pool, kind: Kind, tenant?: number, first?: string): Promise<Transaction> {
    const entering = tenant === undefined ? '' : `; select set_config('app.tenant', '${tenant}', true)`
    let results: pg.QueryResult[] = []
    const transaction = await this.#open(pool, async (client) => {
      if (tenant !== undefined) planFor(client, tenant)
      const sql = beginSql(pool, kind) + entering
      results = await queryAll(client, first ? `${sql}; ${first}` : sql)
    })
    if (first) transaction.firstRows = results.at(-1)?.rowCount ?? 0
    return transaction
  }

  /** Opens a read-only transaction that sees one snapshot, taken by its first statement. */
  static async snapshot(pool: pg.Pool): Promise<Transaction> {
    return this.#open(pool, async (client) => {
      await client.query(`begin isolation level repeatable read, read only; ${openingOf(pool)}`)
    })
  }

  /**
   * Opens a transaction for the session, or for the token of a program. One round trip begins, finds it, checks the
   * permission and sets tenant and user; so a revoked session, token or permission takes effect on the very next call
   * without a cache. `origin` is a statement that says what the transaction is for (kernel/audit.ts).
   */
  static async enter(pool: pg.Pool, { kind, token, address, perm, now, origin = 'select' }: Entering) {
    let entered: Entered | null = null
    const ofProgram = readApiToken(token)
    const transaction = await this.#open(pool, async (client) => {
      // Only digits, hex, a code from the contract, a date and a checked address: no client text reaches this SQL.
      const code = perm === null ? 'null' : `'${perm}'`
      if (ofProgram) {
        const from = bareAddress(address)
        const [{ tenantId, hash }, inet] = [ofProgram, from === null ? 'null' : `'${from}'`]
        planFor(client, tenantId)
        const results = await queryAll<TokenRow>(
          client,
          `${beginSql(pool, kind)}; ${origin}; select (who).*, token_id, read_only, used_at, from_here,
              app.narrowing_of((who).tenant_id, (who).user_id) as narrowing, app.moves_of((who).tenant_id) as moves
            from app.enter_by_token(${tenantId}, '\\x${hash}', ${code}, '${now.toISOString()}', ${inet})`,
        )
        entered = toEnteredByToken(results.at(-1)?.rows[0])
        return
      }
      const { tenantId, hash } = readToken(token)
      planFor(client, tenantId)
      const results = await queryAll<WhoRow>(
        client,
        `${beginSql(pool, kind)}; ${origin}; select who.*, ${SCOPE} from app.enter(${tenantId}, '\\x${hash}', ${code}, '${now.toISOString()}') who`,
      )
      entered = toEntered(results.at(-1)?.rows[0])
    })
    return { transaction, entered: entered as Entered | null }
  }

  /** A connection that cannot open a transaction is closed, because it may itself be broken. */
  static async #open(pool: pg.Pool, begin: (client: pg.PoolClient) => Promise<void>): Promise<Transaction> {
    const client = await pool.connect()
    planFor(client, 0)
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

  /** Sets one tenant for row-level security from here on; for callers who are not signed in yet. */
  async enterTenant(tenantId: number): Promise<void> {
    planFor(this.#client, tenantId)
    await this.#client.query("select set_config('app.tenant', $1, true)", [String(tenantId)])
  }

  /** Acts as a user without a session from here on (jobs, command-line tools); null if no active user has that id. */
  async actAs(tenantId: number, userId: string, perm: string | null): Promise<Entered | null> {
    planFor(this.#client, tenantId)
    const result = await this.#client.query<WhoRow>(
      `select who.*, ${SCOPE} from app.act_as($1, $2, $3) who`,
      [tenantId, userId, perm],
    )
    return toEntered(result.rows[0])
  }

  /** Commits; `last` is a statement to run before it in the same round trip. */
  async commit(last = ''): Promise<void> {
    this.#ended = true
    try {
      await this.#client.query(last === '' ? 'commit' : `${last}; commit`)
      this.#client.release()
    } catch (error) {
      this.#client.release(true)
      throw error
    }
  }

  /**
   * Rolls back and releases the connection. A connection that cannot roll back is closed, and the result is `lost`;
   * after a failed commit, too, nothing more is known.
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

/** Runs work in a transaction of its own and commits it; the other arguments are those of `begin` and `commit`. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
  { tenant, first, last }: { tenant?: number; first?: string; last?: string } = {},
): Promise<T> {
  const transaction = await Transaction.begin(pool, 'command', tenant, first)
  let answer: T
  try {
    answer = await work(transaction)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit(last)
  return answer
}

/**
 * Runs one statement that is a transaction of its own, in a single round trip: without a tenant and without the limits
 * of `begin`, so it must not wait for locks.
 */
export async function inOneTrip<T>(pool: pg.Pool, statement: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  planFor(client, 0)
  try {
    const answer = await statement(kyselyOn(client))
    client.release()
    return answer
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Runs short work for one tenant in a transaction of its own and commits it. */
export const inTenant = <T>(pool: pg.Pool, tenant: number, work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(pool, ({ db }) => work(db), { tenant })

const beginSql = (pool: pg.Pool, kind: Kind) =>
  `${kind === 'query' ? 'begin read only' : 'begin'}; ${openingOf(pool)}`

function toEnteredByToken(row: TokenRow | undefined): Entered | null {
  const entered = toEntered(row)
  if (!row || !entered) return null
  const { token_id: id, read_only: readOnly, used_at: used, from_here: fromHere } = row
  return { ...entered, use: { id, readOnly, usedAt: used instanceof Date ? used : new Date(0), fromHere } }
}

function toEntered(row: WhoRow | undefined): Entered | null {
  if (!row) return null
  return {
    use: null,
    granted: row.granted,
    who: {
      tenantId: row.tenant_id,
      userId: row.user_id,
      username: row.username,
      realname: row.realname,
      orgCode: row.org_code,
      hasAllData: row.has_all_data,
      relatedPsas: row.related_psas,
      narrowing: row.narrowing,
      moves: row.moves ?? [],
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
