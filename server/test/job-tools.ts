import type { Job, JobTools } from '../src/kernel/context.ts'
import { claimJobs, runClaimed } from '../src/kernel/queue.ts'
import { one } from '../src/platform/certain.ts'
import type { Harness } from './harness.ts'

/** What a job gets in a test's own process; `signal` stops it like a server's shutdown. */
const jobTools = (harness: Harness): JobTools => ({
  pool: harness.pool,
  env: harness.env,
  clock: harness.clock,
  log: harness.app.log,
  signal: new AbortController().signal,
})

/** Runs the next due job of a kind in this process; returns whether there was one. */
export async function runNext<Payload>(
  harness: Harness,
  job: Job<Payload>,
  special: Partial<JobTools> = {},
): Promise<boolean> {
  const [claimed] = await claimJobs(harness.pool, new Map([[job.kind, 1]]))
  if (claimed) await runClaimed(job as Job, claimed, { ...jobTools(harness), ...special })
  return claimed !== undefined
}

/** Ends the leases of killed processes, which last half a minute; that nobody ends a kept one is the queue's own test. */
export async function endLeases(harness: Harness): Promise<void> {
  await harness.owner.query('update job set next_at = now() where lease is not null')
}

/** Makes jobs that wait for their time or for another attempt due; returns how long the only one had to wait, in ms. */
export async function skipWait(harness: Harness, { kind }: Pick<Job, 'kind'>): Promise<number> {
  const { rows } = await harness.owner.query<{ ms: number }>(
    `with waiting as (
       select id, extract(epoch from next_at - clock_timestamp())::float * 1000 as ms from job
       where kind = $1 and next_at is not null and lease is null)
     update job set next_at = now() from waiting where job.id = waiting.id returning ms`,
    [kind],
  )
  return one(rows).ms
}
