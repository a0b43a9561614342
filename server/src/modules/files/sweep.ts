import { sql } from 'kysely'
import { z } from 'zod'
import type { Job, JobTools } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { inTenant, inTransaction } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Stored } from '../../platform/storage.ts'
import { knownAmong } from './known.ts'
import { requireOwnStorage } from './ownership.ts'

const HOUR_MS = 3_600_000
/** How long an upload may stay unused, and bytes without a row. */
const PATIENCE_MS = 24 * HOUR_MS
/** How long bytes without a row stay in the bin (docs/operations.md). */
const BIN_MS = 7 * 24 * HOUR_MS
/** Paths or rows per step. */
const PIECE = 500

const payload = z.object({ stage: z.enum(['bytes', 'bin', 'rows']), after: z.string() })

type Place = z.output<typeof payload>
type Tools = Pick<JobTools, 'pool' | 'env'>

export const SWEEP_BEGIN: Place = { stage: 'bytes', after: '' }

/** One step of the hourly sweep. Each step adds the next, so that one process at a time runs them. */
export const sweepFiles: Job<Place> = {
  kind: 'sweep',
  payload,
  atOnce: () => 1,
  mostAttempts: Infinity,
  async run(step, tools) {
    const next = await sweepPiece(tools, step.payload, tools.clock.now())
    await step.finish(async (db) => {
      await enqueue(db, sweepFiles, next ?? SWEEP_BEGIN, { inMs: next ? 0 : HOUR_MS })
    })
  },
}

/**
 * Runs one step of a sweep; returns where the next begins, null after the last. Bytes older than a day without a row
 * are moved to the bin and deleted a week later; bytes in the bin that a row references are moved back. Then uploads
 * unused for a day and blobs without files are deleted. Bytes are removed one sweep after their row, so that a row
 * restored by a rollback still has its bytes.
 */
export async function sweepPiece(tools: Tools, place: Place, now: Date): Promise<Place | null> {
  const storage = openStorage(tools.env)
  const before = new Date(now.getTime() - PATIENCE_MS)
  switch (place.stage) {
    case 'bytes': {
      if (place.after === '') await storage.removeUnfinished(before)
      const last = await sortOut(tools, storage.list(place.after || undefined), async (known, each) => {
        if (!known && each.modifiedAt < before) await storage.bin.take(each.path)
      })
      return last === null ? { stage: 'bin', after: '' } : { ...place, after: last }
    }
    case 'bin': {
      const gone = new Date(now.getTime() - BIN_MS)
      const last = await sortOut(tools, storage.bin.list(place.after || undefined), async (known, each) => {
        if (known) await storage.bin.putBack(each.path)
        else if (each.modifiedAt < gone) await storage.bin.remove(each.path)
      })
      return last === null ? { stage: 'rows', after: '' } : { ...place, after: last }
    }
    case 'rows':
      return forgetRows(tools, place, before)
  }
}

/** Calls back for each path of a step with whether a row references it; returns the last path, null at the end. */
async function sortOut(
  { pool, env }: Tools,
  listing: AsyncIterable<Stored>,
  deal: (known: boolean, each: Stored) => Promise<void>,
): Promise<string | null> {
  const piece: Stored[] = []
  for await (const each of listing) if (piece.push(each) === PIECE) break
  const known = await inTransaction(pool, async ({ db }) => {
    await requireOwnStorage(db, openStorage(env), env)
    const paths = piece.map(({ path }) => path)
    return knownAmong(db, paths)
  })
  for (const each of piece) await deal(known.has(each.path), each)
  return piece.length === PIECE ? (piece.at(-1)?.path ?? null) : null
}

async function forgetRows({ pool }: Tools, { after }: Place, before: Date): Promise<Place | null> {
  const tenant = await inTransaction(pool, ({ db }) =>
    db.selectFrom('tenant').select('id').orderBy('id').where('id', '>', Number(after)).executeTakeFirst(),
  )
  if (!tenant) return null
  const isMore = await inTenant(pool, tenant.id, (db) => forgetUnused(db, before))
  return { stage: 'rows', after: isMore ? after : String(tenant.id) }
}

/** In the current company; returns whether there may be more. */
export async function forgetUnused(db: Db, before: Date): Promise<boolean> {
  // The conditions are repeated on the locked row, because a concurrent transaction may have used the file.
  const files = await sql`
    delete from stored_file where kept_at is null and created_at < ${before} and id in (
      select id from stored_file where kept_at is null and created_at < ${before} order by id limit ${PIECE})`.execute(
    db,
  )
  const isLeft = sql`
    exists (select from stored_file f where f.tenant_id = b.tenant_id and f.blob_path = b.path)
    or exists (select from stored_file f where f.tenant_id = b.tenant_id and f.frame_path = b.path)`
  // An upload of the same bytes sets used_at first, so one of the two transactions sees the other's change.
  const blobs = await sql`
    delete from file_blob b where used_at < ${before} and not (${isLeft}) and path in (
      select path from file_blob b where used_at < ${before} and not (${isLeft}) limit ${PIECE})`.execute(db)
  return [files, blobs].some(({ numAffectedRows }) => Number(numAffectedRows) === PIECE)
}
