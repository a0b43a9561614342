import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { present } from './certain.ts'

/** Prepared statements per connection; the least recently used one is closed. */
const MOST_PREPARED = 500

/** 23 letters, longer than any property that objects inherit. */
type StatementName = `h${string}`

/**
 * A text has the same name in every process, because processes share connections behind a pooler. It has another for each
 * company: PostgreSQL keeps one plan per name, and the plan for a company of ten orders takes seconds for one of a million.
 */
export const statementName = (sql: string, tenant = 0): StatementName =>
  `h${createHash('sha256').update(`${tenant} ${sql}`).digest('base64url').slice(0, 22)}`

/**
 * A connection with named prepared statements, which doubled the throughput of the hot list query. A statement uses
 * memory in PostgreSQL as long as the connection lives, and filters produce ever new texts; so the connection closes
 * its least recently used statement when it has too many, in a separate round trip.
 */
export class NamedStatements implements DatabaseConnection {
  readonly #client: pg.PoolClient
  /** What is prepared, least recently used first. */
  readonly #names = new Set<StatementName>()
  readonly #most: number
  /** The company that the open transaction is for; 0 for none. */
  tenant = 0

  constructor(client: pg.PoolClient, most = MOST_PREPARED) {
    this.#client = client
    this.#most = most
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#use(sql)
    if (this.#names.size > this.#most) await this.#closeOldest()
    const result = await this.#client.query({ name, text: sql, values: [...parameters] })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // eslint-disable-next-line require-yield -- the interface requires a generator; no call streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed through Kysely')
  }

  #use(sql: string): StatementName {
    const name = statementName(sql, this.tenant)
    this.#names.delete(name)
    this.#names.add(name)
    return name
  }

  #closeOldest(): Promise<void> {
    const name = present(this.#names.values().next().value)
    this.#names.delete(name)
    return new Promise((closed, failed) => {
      this.#client.query(new CloseStatement(name, (error) => (error ? failed(error) : closed())))
    })
  }
}

/** The part of `pg`'s connection that closing a statement needs; its types do not declare it. */
type Wire = {
  parsedStatements: Record<StatementName, string>
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/**
 * Closes a prepared statement with the protocol's Close message, which poolers translate; they do not translate the SQL
 * command DEALLOCATE. Closing an unknown name is no error. The client queues it like a query.
 */
class CloseStatement implements pg.Submittable {
  readonly #name: StatementName
  readonly #done: (error?: Error) => void

  constructor(name: StatementName, done: (error?: Error) => void) {
    this.#name = name
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    delete wire.parsedStatements[this.#name]
    wire.close({ type: 'S', name: this.#name })
    wire.sync()
  }

  handleError(error: Error): void {
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done()
  }
}
