import type { JobTools } from '../src/kernel/context.ts'
import type { Harness } from './harness.ts'

/** What a job gets in a test's own process; `signal` stops it like a server's shutdown. */
export const jobTools = (
  harness: Harness,
  signal: JobTools['signal'] = new AbortController().signal,
): JobTools => ({
  pool: harness.pool,
  env: harness.env,
  clock: harness.clock,
  log: harness.app.log,
  signal,
})
