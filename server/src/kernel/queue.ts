import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { one } from '../platform/certain.ts'
import type { Db } from '../platform/postgres.ts'
import type { Attempt, Failure, Job, JobTools } from './context.ts'
import { calling } from './audit.ts'
import { announcing } from './changes.ts'
import { answerFor } from './errors.ts'
import { inOneTrip, inTransaction } from './transaction.ts'

/** After this time without renewal, another process may run the job. A busy machine renews late. */
const LEASE = '30 seconds'
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 3_600_000
/** How long a job that was given up is kept for the operator. */
const KEPT = '90 days'

/** Thrown by a job that is no longer wanted: it is removed without effects. */
export class Unwanted extends Error {}

class LeaseLost extends Error {}

class CutOff extends Error {}

/** When a job runs, by the database's clock; at once by default. */
type Due = { dueAt?: Date; inMs?: number }

/**
 * Adds a job in the caller's transaction and for its company; returns its id. Jobs of one kind and `key` run one after
 * the other in the order in which they were added.
 */
export async function enqueue<Payload>(
  db: Db,
  { kind }: Job<Payload>,
  payload: Payload,
  { key = null, dueAt, inMs = 0 }: Due & { key?: string | null } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select app.enqueue_job(${kind}, ${JSON.stringify(payload)}::jsonb, ${key},
      coalesce(${dueAt ?? null}::timestamptz, clock_timestamp()) + ${inMs} * interval '1 ms',
      coalesce(app.tenant_id(), 0)) as id`.execute(db)
  return one(rows).id
}

/** Removes a job unless it is being completed at this moment. */
export async function dropJob(db: Db, id: string): Promise<void> {
  await sql`
    delete from job where id = (select id from job where id = ${id} for update skip locked)`.execute(db)
}

/** A job that this process has leased. */
export type Claimed = Omit<Attempt<unknown>, 'finish'> & { kind: string; lease: string }

/** The company served last in this process, by kind: companies take turns, however many jobs each has waiting. */
const served = new Map<string, number>()

/** Leases due jobs, of each kind up to a number. An attempt is counted here, so that it counts even if it kills us. */
export async function claimJobs(pool: pg.Pool, free: ReadonlyMap<string, number>): Promise<Claimed[]> {
  const kinds = [...free.keys()]
  const claimed = await inOneTrip(pool, async (db) => {
    const { rows } = await sql<Claimed>`
      select id, tenant, kind, payload, attempts, lease from app.claim_jobs(
        ${kinds}, ${[...free.values()]}, ${kinds.map((kind) => served.get(kind) ?? 0)}, ${LEASE})`.execute(db)
    return rows
  })
  for (const { kind, tenant } of claimed) served.set(kind, tenant)
  return claimed
}

/** Keeps the leases of running jobs. A job that is being completed is locked and needs none. */
export const renewLeases = (pool: pg.Pool, claimed: Claimed[]): Promise<unknown> =>
  inTransaction(pool, ({ db }) =>
    sql`
      update job set next_at = clock_timestamp() + ${LEASE}::interval where id in (
        select id from job where id = any(${claimed.map(({ id }) => id)}::bigint[])
          and lease = any(${claimed.map(({ lease }) => lease)}::uuid[]) for update skip locked)`.execute(db),
  )

/** Whether a job of these kinds is due, and in how many milliseconds the next one will be. */
export const nextDue = (pool: pg.Pool, kinds: string[]): Promise<{ isDue: boolean; nextMs: number | null }> =>
  inOneTrip(pool, async (db) => {
    const { rows } = await sql<{ isDue: boolean; nextMs: number | null }>`
      select exists (select from job j where kind = any(${kinds}) and next_at <= now()
          and not exists (select from tenant t where t.id = j.tenant and t.status <> 'active')) as "isDue", (
        select extract(epoch from next_at - clock_timestamp()) * 1000 from job
        where kind = any(${kinds}) and next_at > now() order by next_at limit 1) as "nextMs"`.execute(db)
    return one(rows)
  })

/** Runs a claimed job once and completes it, puts it off or gives it up. Throws only if the database is lost. */
export async function runClaimed(job: Job, claimed: Claimed, tools: JobTools): Promise<void> {
  const { tenant, attempts } = claimed
  const told = job.changes ? `; ${announcing(job.changes)}` : ''
  const finish: Attempt<unknown>['finish'] = (record) =>
    inTransaction(
      tools.pool,
      async (transaction) => {
        if (transaction.firstRows === 0) throw new LeaseLost()
        await record(transaction.db, (userId, perm) => transaction.actAs(tenant, userId, perm))
      },
      // Last, because the end of a job with a key locks the key.
      {
        tenant,
        first: `${calling(`job ${job.kind}`, null)}; ${lockHeld(claimed)}`,
        last: `delete from job where id = ${BigInt(claimed.id)}${told}`,
      },
    )
  try {
    if (attempts > mostAttemptsAt(job)) throw new CutOff('every attempt was interrupted')
    await job.run({ ...claimed, payload: job.payload.parse(claimed.payload), finish }, tools)
  } catch (error) {
    if (error instanceof LeaseLost) return
    await inTransaction(
      tools.pool,
      async ({ db, firstRows }) => {
        if (firstRows > 0) await settle(db, job, claimed, { error, tools })
      },
      { tenant, first: lockHeld(claimed), last: told.slice(2) },
    )
  }
}

const mostAttemptsAt = ({ mostAttempts = 3 }: Job) => mostAttempts
const firstWaitOf = ({ firstWaitMs = FIRST_WAIT_MS }: Job) => firstWaitMs

/** Locks the job until the transaction ends; without a row if another attempt has it, or none. */
const lockHeld = ({ id, lease }: Claimed) =>
  `select from job where id = ${BigInt(id)} and lease = ${pg.escapeLiteral(lease)} for update`

const remove = (db: Db, { id }: Claimed) => sql`delete from job where id = ${id}`.execute(db)

/** Ends a failed attempt. It still has the job: no other process has, and no lost commit completed it. */
async function settle(
  db: Db,
  job: Job,
  claimed: Claimed,
  { error, tools }: { error: unknown; tools: JobTools },
): Promise<void> {
  if (error instanceof Unwanted) return void (await remove(db, claimed))
  const { unexpected, message } = answerFor(error, titleOfPermission)
  const isStopped = tools.signal.aborted
  const isRefused = !isStopped && !(error instanceof CutOff) && (job.isFinal?.(error) ?? false)
  const failure: Failure = {
    error,
    reason: reasonOf(error),
    message: isRefused ? message : (job.cutOff ?? message),
    isFinal: isRefused || (!isStopped && claimed.attempts >= mostAttemptsAt(job)),
    attempts: isStopped ? claimed.attempts - 1 : claimed.attempts,
  }
  const { isFinal, reason, attempts } = failure
  if (unexpected && !isStopped)
    tools.log.error({ err: error, kind: job.kind, job: claimed.id, isFinal }, 'a job failed')
  const payload = job.payload.safeParse(claimed.payload)
  if (payload.success) await job.failed?.(db, { id: claimed.id, payload: payload.data }, failure, tools)
  // People read expected failures where `failed` records them; the operator keeps the others.
  if (isFinal && !unexpected && !job.keepsGivenUp) await remove(db, claimed)
  else if (isFinal) await giveUp(db, claimed, reason)
  else {
    const waitMs = isStopped ? 0 : Math.min(firstWaitOf(job) * 3 ** (attempts - 1), LONGEST_WAIT_MS)
    await sql`
      update job set lease = null, attempts = ${attempts}, reason = ${reason},
        next_at = clock_timestamp() + ${waitMs} * interval '1 ms'
      where id = ${claimed.id}`.execute(db)
  }
}

async function giveUp(db: Db, { id }: Claimed, reason: string): Promise<void> {
  await sql`delete from job where given_up_at < now() - ${KEPT}::interval`.execute(db)
  await sql`
    update job set given_up_at = now(), next_at = null, lease = null, reason = ${reason} where id = ${id}`.execute(
    db,
  )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 500)
}
