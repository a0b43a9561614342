import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Env } from '../env.ts'
import type { Module, Upkeep } from './context.ts'
import { Outage } from './outage.ts'
import { inTransaction } from './transaction.ts'

/** Starts the modules' periodic work in this process. The returned function stops it and awaits what is running. */
export function startUpkeep(
  pool: pg.Pool,
  env: Env,
  modules: Module[],
  log: FastifyBaseLogger,
): () => Promise<void> {
  const stops = modules.flatMap((module) => module.upkeep).map((upkeep) => repeat(pool, env, upkeep, log))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function repeat(pool: pg.Pool, env: Env, upkeep: Upkeep, log: FastifyBaseLogger): () => Promise<void> {
  const outage = new Outage(log, `upkeep ${upkeep.name} failed`)
  let stopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout
  const schedule = () => {
    timer = setTimeout(() => {
      running = runOnce(pool, upkeep, env, log)
        .then(
          () => outage.succeeded(),
          (error: unknown) => outage.failed(error),
        )
        .finally(() => {
          if (!stopped) schedule()
        })
    }, upkeep.everyMs)
    timer.unref()
  }
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

export const runOnce = (
  pool: pg.Pool,
  upkeep: Upkeep,
  env: Env,
  log: FastifyBaseLogger | null = null,
): Promise<void> => inTransaction(pool, ({ db }) => upkeep.run(db, env, log))
