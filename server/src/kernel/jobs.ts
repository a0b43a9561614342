import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { systemClock } from '../platform/clock.ts'
import type { Env } from '../env.ts'
import type { Job, JobTools, Module } from './context.ts'

const PAUSE_MS = 1000

/** Starts running the modules' waiting jobs in this process. The returned function cancels and awaits them. */
export function startJobs(
  pool: pg.Pool,
  env: Env,
  modules: Module[],
  log: FastifyBaseLogger,
): () => Promise<void> {
  const ending = new AbortController()
  const tools = { pool, env, clock: systemClock, log, signal: ending.signal }
  const loops = modules.flatMap((module) => module.jobs).map((job) => takeTurns(job, tools))
  return async () => {
    ending.abort()
    await Promise.all(loops)
  }
}

/** Runs piece after piece while there are any; then polls every second. */
async function takeTurns(job: Job, tools: JobTools): Promise<void> {
  while (!tools.signal.aborted) {
    const found = await job.runNext(tools).catch((error: unknown) => {
      tools.log.error({ err: error }, `job ${job.name} failed`)
      return false
    })
    if (!found) await pause(tools.signal)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, PAUSE_MS)
    signal.addEventListener('abort', finish, { once: true })
    function finish() {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}
