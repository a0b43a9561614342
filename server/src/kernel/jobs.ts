import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Env } from '../env.ts'
import { systemClock } from '../platform/clock.ts'
import { directLogin } from '../platform/login-role.ts'
import { listen, type Ear, type Listener } from '../platform/notices.ts'
import type { Job, JobTools, Module } from './context.ts'
import { Outage } from './outage.ts'
import { claimJobs, renewLeases, runClaimed, nextDue, type Claimed } from './queue.ts'

/** A sixth of a lease. */
const RENEW_MS = 5000
/** How often to look for due jobs without being told of them, if notices arrive and if they do not. */
const LOOK_MS = { hearing: 60_000, deaf: 3000 }
/** Waits before looking again at jobs that are due but locked by another process. */
const LOCKED_MS = { first: 10, longest: 5000 }

/**
 * Starts running the modules' jobs in this process. The returned function cancels and awaits them. `others` listen on
 * the same connection, by channel.
 */
export function startJobs(
  pool: pg.Pool,
  env: Env,
  modules: Pick<Module, 'jobs'>[],
  log: FastifyBaseLogger,
  others: Readonly<Record<string, Listener>> = {},
): () => Promise<void> {
  const ending = new AbortController()
  const tools = { pool, env, clock: systemClock, log, signal: ending.signal }
  const worker = new Worker(
    modules.flatMap((module) => module.jobs),
    tools,
  )
  const url = directLogin(pool.options.connectionString ?? '', env.DATABASE_MIGRATION_URL)
  const look = () => worker.look()
  worker.start(listen({ pool, url, log }, { job: { heard: look, setHearing: look }, ...others }))
  return async () => {
    ending.abort()
    await worker.end()
  }
}

/** Claims jobs when they are due and runs them; sleeps until the next one is due or a notice arrives. */
class Worker {
  readonly #jobs: ReadonlyMap<string, Job>
  readonly #tools: JobTools
  readonly #running = new Map<Claimed, Promise<void>>()
  readonly #reading: Outage
  readonly #renewing: Outage
  #ear: Ear | null = null
  #looking = Promise.resolve()
  #isLooking = false
  #isAsked = false
  #timer: NodeJS.Timeout | undefined
  #renewal: NodeJS.Timeout | undefined
  #locked = 0

  constructor(jobs: Job[], tools: JobTools) {
    this.#jobs = new Map(jobs.map((job) => [job.kind, job]))
    this.#tools = tools
    this.#reading = new Outage(tools.log, 'waiting jobs cannot be read')
    this.#renewing = new Outage(tools.log, 'the leases of jobs were not renewed')
  }

  start(ear: Ear) {
    this.#ear = ear
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS)
    this.look()
  }

  async end() {
    clearInterval(this.#renewal)
    await this.#looking
    clearTimeout(this.#timer)
    await Promise.all(this.#running.values())
    await this.#ear?.close()
  }

  /** Looks for due jobs, once more after a look that is under way. */
  look() {
    this.#isAsked = true
    if (this.#isLooking) return
    this.#isLooking = true
    this.#looking = this.#lookWhileAsked()
  }

  async #lookWhileAsked() {
    clearTimeout(this.#timer)
    let waitMs = 0
    while (this.#isAsked && !this.#tools.signal.aborted) {
      this.#isAsked = false
      try {
        waitMs = await this.#claim()
      } catch (error) {
        this.#reading.failed(error)
        waitMs = LOOK_MS.deaf
      }
    }
    this.#isLooking = false
    if (!this.#tools.signal.aborted) this.#timer = setTimeout(() => this.look(), waitMs)
  }

  /** Starts what is due, as far as it may run beside what runs already; returns how long to wait. */
  async #claim(): Promise<number> {
    const { pool } = this.#tools
    const longest = this.#ear?.hears() ? LOOK_MS.hearing : LOOK_MS.deaf
    const free = this.#free()
    // Every job that ends looks again.
    if (free.size === 0) return longest
    const claimed = await claimJobs(pool, free)
    for (const each of claimed) this.#run(each)
    if (claimed.length > 0) {
      this.#reading.succeeded()
      this.#locked = 0
      this.#isAsked = true
      return longest
    }
    const { isDue, nextMs } = await nextDue(pool, [...free.keys()])
    this.#reading.succeeded()
    this.#locked = isDue ? this.#locked + 1 : 0
    const lockedMs = isDue ? Math.min(LOCKED_MS.first * 2 ** this.#locked, LOCKED_MS.longest) : longest
    return Math.min(Math.max(0, Math.ceil(nextMs ?? longest)), lockedMs, longest)
  }

  /** How many more jobs of each kind may run; without the kinds of which none may. */
  #free(): Map<string, number> {
    const free = new Map([...this.#jobs].map(([kind, job]) => [kind, job.atOnce(this.#tools.env)]))
    for (const { kind } of this.#running.keys()) free.set(kind, (free.get(kind) ?? 0) - 1)
    return new Map([...free].filter(([, number]) => number > 0))
  }

  #run(claimed: Claimed) {
    const job = this.#jobs.get(claimed.kind)
    if (!job) return
    const ended = runClaimed(job, claimed, this.#tools)
      .catch((error: unknown) => {
        // The lease ends, and the job is tried again.
        this.#tools.log.error({ err: error, kind: claimed.kind, job: claimed.id }, 'a job lost the database')
      })
      .finally(() => {
        this.#running.delete(claimed)
        this.look()
      })
    this.#running.set(claimed, ended)
  }

  async #renew() {
    if (this.#running.size === 0) return
    try {
      await renewLeases(this.#tools.pool, [...this.#running.keys()])
      this.#renewing.succeeded()
    } catch (error) {
      this.#renewing.failed(error)
    }
  }
}
