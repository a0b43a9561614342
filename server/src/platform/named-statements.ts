import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { present } from './certain.ts'

/** How many statements one connection keeps prepared; what was used longest ago gives way. */
const MOST_PREPARED = 500

/** 23 letters, more than any name has that every object inherits. */
type StatementName = `h${string}`

/** The same text has the same name in every process: behind a pooler they share connections. */
export const statementName = (sql: string): StatementName =>
  `h${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`

/**
 * One connection whose statements are prepared under a name: this doubled the throughput of the hot list query. A
 * statement holds memory in PostgreSQL as long as the connection lives, and filters make ever new texts; so a
 * connection closes the statement that it used longest ago when it has too many, in a trip of its own.
 */
export class NamedStatements implements DatabaseConnection {
  readonly #client: pg.PoolClient
  /** Names by text, in the order of use. */
  readonly #names = new Map<string, StatementName>()
  readonly #most: number

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

  // eslint-disable-next-line require-yield -- the interface wants a generator, and no call streams rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed through Kysely')
  }

  #use(sql: string): StatementName {
    const name = this.#names.get(sql) ?? statementName(sql)
    this.#names.delete(sql)
    this.#names.set(sql, name)
    return name
  }

  #closeOldest(): Promise<void> {
    const [sql, name] = present(this.#names.entries().next().value)
    this.#names.delete(sql)
    return new Promise((closed, failed) => {
      this.#client.query(new CloseStatement(name, (error) => (error ? failed(error) : closed())))
    })
  }
}

/** What of `pg`'s own connection it takes to close a statement; its types do not tell. */
type Wire = {
  parsedStatements: Record<StatementName, string>
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/**
 * Closes a prepared statement by the protocol's own message, which poolers translate, as they do not the SQL command
 * DEALLOCATE. A name that is not prepared is no error. The client queues it like a query.
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
