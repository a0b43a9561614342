import { sql } from 'kysely'
import { one } from '../platform/certain.ts'
import type { Db } from '../platform/postgres.ts'
import type { Upkeep } from './context.ts'

/** At most `max` hits of a key within a window that starts with the first hit. */
export type Window = { windowMs: number; max: number }

/**
 * Counts failures: past `max` the key is locked, each time for longer, up to `longestMs`. `slack` is the number of
 * failures that lock again after a lock; it defaults to `max`.
 */
export type Lockout = Window & { lockMs: number; longestMs: number; slack?: number }

/**
 * Counts one hit in a single statement, so that processes share the count. Returns the milliseconds until the key is
 * free again, 0 if this hit is within the limit. The caller's transaction must commit.
 */
export async function hit(db: Db, key: string, { windowMs, max }: Window, now: Date): Promise<number> {
  const { rows } = await sql<{ hits: number; window_start: Date }>`
    insert into attempt as a (key, hits, window_start, updated_at) values (${key}, 1, ${now}, ${now})
    on conflict (key) do update set
      hits = case when a.window_start <= ${before(now, windowMs)} then 1 else a.hits + 1 end,
      window_start = case when a.window_start <= ${before(now, windowMs)} then ${now} else a.window_start end,
      updated_at = ${now}
    returning hits, window_start`.execute(db)
  const { hits, window_start: start } = one(rows)
  return hits <= max ? 0 : start.getTime() + windowMs - now.getTime()
}

/** Milliseconds until the key is unlocked; 0 if it is not locked. */
export async function lockedFor(db: Db, key: string, now: Date): Promise<number> {
  const row = await db.selectFrom('attempt').select('locked_until').where('key', '=', key).executeTakeFirst()
  return Math.max(0, (row?.locked_until?.getTime() ?? 0) - now.getTime())
}

/**
 * Like `lockedFor`, and holds the key until the caller's transaction ends: other `takeTurn` calls for it wait.
 * Concurrent attempts are therefore checked one after the other, and none gets past the limit.
 */
export async function takeTurn(db: Db, key: string, now: Date): Promise<number> {
  const { rows } = await sql<{ locked_until: Date | null }>`
    insert into attempt as a (key, window_start, updated_at) values (${key}, ${now}, ${now})
    on conflict (key) do update set updated_at = greatest(a.updated_at, ${now})
    returning locked_until`.execute(db)
  return Math.max(0, (one(rows).locked_until?.getTime() ?? 0) - now.getTime())
}

/** Counts a failure and locks the key past the limit. Returns the length of the lock in milliseconds. */
export async function fail(db: Db, key: string, rule: Lockout, now: Date): Promise<number> {
  const over = await hit(db, key, { ...rule, max: rule.max - 1 }, now)
  if (over === 0) return 0
  const { rows } = await sql<{ locked_until: Date }>`
    update attempt set hits = ${rule.max - (rule.slack ?? rule.max)}, window_start = ${now}, locks = locks + 1,
      locked_until = ${now}::timestamptz
        + least(${rule.lockMs} * power(2, least(locks, 20)), ${rule.longestMs}) * interval '1 millisecond'
    where key = ${key}
    returning locked_until`.execute(db)
  return one(rows).locked_until.getTime() - now.getTime()
}

/** Takes back some failures after a success, and shortens the next lock by one step. */
export async function makeGood(db: Db, key: string, failures: number): Promise<void> {
  await sql`update attempt set hits = greatest(hits - ${failures}, 0), locks = greatest(locks - 1, 0)
    where key = ${key}`.execute(db)
}

/** Resets a key after a success. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', key).execute()
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Longer than any counter is needed: the longest-lived single-use sign-in token lives one day plus clock skew. */
const KEPT_MS = 2 * 86_400_000

export const limitsUpkeep: Upkeep = {
  name: 'attempts that count no more',
  everyMs: 3_600_000,
  async run(db) {
    await db.deleteFrom('attempt').where('updated_at', '<', before(new Date(), KEPT_MS)).execute()
  },
}
