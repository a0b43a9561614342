import { buffer } from 'node:stream/consumers'
import { sql, type RawBuilder } from 'kysely'
import type { Job, JobTools } from '../../kernel/context.ts'
import { inTenant, Transaction } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { MissingBytes, newPath } from '../../platform/storage.ts'
import { showSmaller } from './blobs.ts'
import { lookLater } from './workshop.ts'

/** Attempts that may be interrupted before a file stays without a preview. */
const MAX_ATTEMPTS = 3
/** Longer than any preview takes, so that only those of dead processes are taken over. */
const LEASE = '2 minutes'

type Turn = { turn: string; tenant: number; path: string; attempts: number }

export const makePreviews: Job = { name: 'smaller pictures', runNext: makeNext }

/** Makes the smaller pictures of one waiting blob; the lease frees it if this process dies. */
export async function makeNext(tools: JobTools): Promise<boolean> {
  const turn = await takeTurn(tools)
  if (!turn) return false
  const smaller = turn.attempts > MAX_ATTEMPTS ? null : await make(turn, tools)
  const shown = await inTenant(tools.pool, turn.tenant, async (db) => {
    await db.deleteFrom('file_preview_waiting').where('turn', '=', turn.turn).execute()
    if (smaller) return showSmaller(db, turn.path, smaller)
    await db
      .updateTable('file_blob')
      .set({ preview: 'none' })
      .where('path', '=', turn.path)
      .where('preview', '=', 'waiting')
      .execute()
    return true
  })
  // The file was removed meanwhile, or another process was first.
  if (smaller && !shown) for (const path of Object.values(smaller)) await openStorage(tools.env).remove(path)
  return true
}

/** The company served last in this process: companies take turns, however many files each has waiting. */
let served = 0

async function takeTurn({ pool }: JobTools): Promise<Turn | undefined> {
  const transaction = await Transaction.begin(pool, 'command')
  try {
    const turn =
      (await takeFrom(transaction.db, sql`tenant > ${served}`)) ??
      (await takeFrom(transaction.db, sql`tenant <= ${served}`))
    await transaction.commit()
    served = turn?.tenant ?? served
    return turn
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

async function takeFrom(db: Db, matches: RawBuilder<unknown>): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    update file_preview_waiting set attempts = attempts + 1, due_at = now() + ${LEASE}::interval
    where turn = (
      select turn from file_preview_waiting where ${matches} and due_at <= now()
      order by tenant, due_at, turn limit 1 for update skip locked)
    returning turn, tenant, path, attempts`.execute(db)
  return rows[0]
}

async function make({ tenant, path }: Turn, { pool, env }: JobTools) {
  const blob = await inTenant(pool, tenant, (db) =>
    db.selectFrom('file_blob').select(['media_type', 'preview']).where('path', '=', path).executeTakeFirst(),
  )
  if (blob?.preview !== 'waiting') return null
  const storage = openStorage(env)
  const bytes = await storage.read(path).then(buffer, (error: unknown) => {
    if (error instanceof MissingBytes) return null
    throw error
  })
  const look = bytes && (await lookLater({ bytes, mediaType: blob.media_type, derive: true }, tenant))
  if (!look?.thumbnail || !look.preview) return null
  const smaller = { thumbnail: newPath(), preview: newPath() }
  await storage.write(smaller.thumbnail, look.thumbnail)
  await storage.write(smaller.preview, look.preview)
  return smaller
}
