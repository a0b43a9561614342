import type { FastifyBaseLogger } from 'fastify'

/** How often failures that go on are logged. */
const REPEAT_MS = 60_000

/**
 * Logs work that is tried again and again while it fails, as while the database is away: the first failure, then at
 * most one a minute with the number of failures so far, and once that it works again.
 */
export class Outage {
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>
  readonly #title: string
  readonly #now: () => number
  #failures = 0
  #loggedAt = 0

  /** `title` says what fails; `now` is in milliseconds, by any clock that only goes forward. */
  constructor(
    log: Pick<FastifyBaseLogger, 'error' | 'info'>,
    title: string,
    now: () => number = () => performance.now(),
  ) {
    this.#log = log
    this.#title = title
    this.#now = now
  }

  failed(error: unknown): void {
    this.#failures += 1
    if (this.#failures > 1 && this.#now() - this.#loggedAt < REPEAT_MS) return
    this.#loggedAt = this.#now()
    this.#log.error({ err: error, failures: this.#failures }, this.#title)
  }

  succeeded(): void {
    if (this.#failures > 0) this.#log.info({ failures: this.#failures }, `${this.#title}: over`)
    this.#failures = 0
  }
}
