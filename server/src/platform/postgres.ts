import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

export type Db = Kysely<DB>
export type PoolOptions = {
  max?: number
  role: string | null
  statementTimeoutMs?: number
  /** How long an open transaction may wait for its next statement. */
  idleInTransactionTimeoutMs?: number
}

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/** bigint stays a string on the wire (it is an id) but counts are numbers; numeric is a number; a date is its text. */
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (text) => text)
pg.types.setTypeParser(INT8, (text) => text)

/** A pool of connections that act as the plain role, with the limits of a call. */
export function openPool(
  url: string,
  { max = 16, role, statementTimeoutMs = 30_000, idleInTransactionTimeoutMs = 60_000 }: PoolOptions,
): pg.Pool {
  const settings = [
    `-c statement_timeout=${statementTimeoutMs}`,
    '-c lock_timeout=10000',
    `-c idle_in_transaction_session_timeout=${idleInTransactionTimeoutMs}`,
    '-c timezone=UTC',
    ...(role ? [`-c role=${role}`] : []),
  ]
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: settings.join(' '),
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
  })
  // A connection that breaks fails its query, or is dropped by the pool when idle; unheard, its error event would
  // end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

const kyselyOf = new WeakMap<pg.PoolClient, Db>()

/** Kysely on one pooled connection; whoever took the connection decides about its transaction. */
export function kyselyOn(client: pg.PoolClient): Db {
  let db = kyselyOf.get(client)
  if (!db) {
    db = new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (kysely) => new PostgresIntrospector(kysely),
        createDriver: () => oneConnectionDriver(new NamedStatements(client)),
      },
    })
    kyselyOf.set(client, db)
  }
  return db
}

const refuse = () => Promise.reject(new Error('a handler already runs inside its transaction'))

function oneConnectionDriver(connection: DatabaseConnection) {
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => Promise.resolve(),
  }
}

const MAX_NAMES = 1000
const names = new Map<string, string>()

/** Statements are prepared under a name: this doubled the throughput of the hot list query (database.md). */
function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= MAX_NAMES) return known
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

class NamedStatements implements DatabaseConnection {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#client.query({ name: statementName(sql), text: sql, values: [...parameters] })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // eslint-disable-next-line require-yield -- the interface wants a generator, and no call streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed through Kysely')
  }
}
