import type { Harness } from './harness.ts'

/** Resolves when a statement waits for another session's lock. */
export async function somebodyWaits(harness: Harness): Promise<void> {
  const { rows } = await harness.owner.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  if (rows.length === 0) await somebodyWaits(harness)
}
