import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
} from 'kysely'
import pg from 'pg'
import { proveConnection } from './connection-proof.ts'
import type { DB } from './db-types.ts'
import { NamedStatements } from './named-statements.ts'

export type Db = Kysely<DB>
export type PoolOptions = {
  max?: number
  statementTimeoutMs?: number
  /** How long an open transaction may stay idle between statements. */
  idleInTransactionTimeoutMs?: number
}

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/** bigint stays a string (it is an id), but counts are numbers; numeric is a number; a date is its text. */
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(DATE, (text) => text)
pg.types.setTypeParser(INT8, (text) => text)

/** How long a statement may wait for a lock. */
const LOCK_TIMEOUT_MS = 10_000

const openings = new WeakMap<pg.Pool, string>()

/**
 * A pool of connections signed in with the unprivileged role of `url`. Before its first use each connection is checked
 * for row-level security (`UnsafeConnection` if it can be bypassed).
 */
export function openPool(
  url: string,
  { max = 16, statementTimeoutMs = 30_000, idleInTransactionTimeoutMs = 60_000 }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    // The pool awaits the promise and closes a connection whose promise rejects.
    onConnect: proveConnection as (client: pg.ClientBase) => void,
  })
  openings.set(
    pool,
    `select app.open_call(${statementTimeoutMs}, ${LOCK_TIMEOUT_MS}, ${idleInTransactionTimeoutMs})`,
  )
  // A broken connection fails its query, or the pool drops it when idle. Without a listener its error event would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

/**
 * The statement that follows every `begin` in the same round trip: sets the pool's limits for the transaction and
 * checks its role again. Session settings are not enough, because a pooler may reset them.
 */
export function openingOf(pool: pg.Pool): string {
  const opening = openings.get(pool)
  if (!opening) throw new Error('transactions are opened on pools of openPool only')
  return opening
}

type Prepared = { db: Db; statements: NamedStatements }
const prepared = new WeakMap<pg.PoolClient, Prepared>()

function preparedOn(client: pg.PoolClient): Prepared {
  let on = prepared.get(client)
  if (!on) {
    const statements = new NamedStatements(client)
    const db = new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (kysely) => new PostgresIntrospector(kysely),
        createDriver: () => oneConnectionDriver(statements),
      },
    })
    on = { db, statements }
    prepared.set(client, on)
  }
  return on
}

/** Kysely on one pooled connection; the caller manages its transaction. */
export const kyselyOn = (client: pg.PoolClient): Db => preparedOn(client).db

/** Says which company the connection's statements are for from here on, so that each has plans of its own; 0 for none. */
export function planFor(client: pg.PoolClient, tenant: number): void {
  preparedOn(client).statements.tenant = tenant
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

/** Runs several statements in one round trip; returns the result of each, although pg's types know of only one. */
export const queryAll = async <Row extends pg.QueryResultRow>(client: pg.ClientBase, statements: string) =>
  (await client.query(statements)) as unknown as pg.QueryResult<Row>[]

/**
 * Lets the statements that follow in the transaction keep the plan that fits any values. For those that are large and
 * read little: PostgreSQL underestimates how long planning takes, and would plan them anew for each call.
 */
export async function keepPlans(db: Db): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
}
