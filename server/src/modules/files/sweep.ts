import { sql } from 'kysely'
import type { Job, JobTools } from '../../kernel/context.ts'
import { inTenant, Transaction } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Stored } from '../../platform/storage.ts'
import { knownAmong, tenantsOf } from './known.ts'
import { requireOwnStorage } from './ownership.ts'

const HOUR_MS = 3_600_000
/** How long an upload may stay unused, and bytes without a row. */
const PATIENCE_MS = 24 * HOUR_MS
/** How long bytes without a row stay in the bin (docs/operations.md). */
const BIN_MS = 7 * 24 * HOUR_MS
/** Paths or rows per step. */
const PIECE = 500
/** Longer than a step takes, so that only the lease of a dead process expires. */
const LEASE = '10 minutes'

type Place = { stage: 'bytes' | 'bin' | 'rows'; after: string }
type Tools = Pick<JobTools, 'pool' | 'env'>

export const SWEEP_BEGIN: Place = { stage: 'bytes', after: '' }

export const sweepFiles: Job = { name: 'unused files', runNext: sweepNext }

/** Runs the next step of the hourly sweep, in one process at a time; another takes over if that dies. */
async function sweepNext(tools: JobTools): Promise<boolean> {
  const turn = await takeTurn(tools)
  if (!turn) return false
  const next = await sweepPiece(tools, turn, tools.clock.now())
  await endTurn(tools, turn.lease, next)
  return true
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
  const transaction = await Transaction.begin(pool, 'query')
  let known: Set<string>
  try {
    await requireOwnStorage(transaction.db, openStorage(env), env)
    const paths = piece.map(({ path }) => path)
    known = await knownAmong(transaction.db, await tenantsOf(transaction.db), paths)
  } finally {
    await transaction.rollback()
  }
  for (const each of piece) await deal(known.has(each.path), each)
  return piece.length === PIECE ? (piece.at(-1)?.path ?? null) : null
}

async function forgetRows({ pool }: Tools, { after }: Place, before: Date): Promise<Place | null> {
  const transaction = await Transaction.begin(pool, 'query')
  let tenant: { id: number } | undefined
  try {
    const companies = transaction.db.selectFrom('tenant').select('id').orderBy('id')
    tenant = await companies.where('id', '>', Number(after)).executeTakeFirst()
  } finally {
    await transaction.rollback()
  }
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

/** `lease` distinguishes this turn from later ones. */
async function takeTurn({ pool }: Tools): Promise<(Place & { lease: string }) | undefined> {
  const transaction = await Transaction.begin(pool, 'command')
  try {
    const { rows } = await sql<Place & { lease: string }>`
      update storage_sweep set due_at = clock_timestamp() + ${LEASE}::interval
      where one in (select one from storage_sweep where due_at <= now() for update skip locked)
      returning stage, after, due_at::text as lease`.execute(transaction.db)
    await transaction.commit()
    return rows[0]
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

/** A process whose lease has expired changes nothing. */
async function endTurn({ pool }: Tools, lease: string, next: Place | null): Promise<void> {
  const { stage, after } = next ?? SWEEP_BEGIN
  const transaction = await Transaction.begin(pool, 'command')
  try {
    await sql`
      update storage_sweep
      set stage = ${stage}, after = ${after}, due_at = now() + ${next ? '0' : '1 hour'}::interval
      where due_at = ${lease}::timestamptz`.execute(transaction.db)
    await transaction.commit()
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
