import { sql } from 'kysely'
import { z } from 'zod'
import type { Job, JobTools } from '../../kernel/context.ts'
import { enqueue, Unwanted } from '../../kernel/queue.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { one } from '../../platform/certain.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Db } from '../../platform/postgres.ts'
import { releaseFile } from '../files/index.ts'

const MOST_ATTEMPTS = 20
/** Bytes that are removed at the same time. */
const AT_ONCE = 8

/** Each portion is a job of its own: first without a place, then of the files after a path, then of rows from a place. */
const payload = z.object({
  companyId: z.number(),
  after: z.string().optional(),
  from: z.number().optional(),
})
type Place = z.output<typeof payload>

/** What a portion is at most. */
type Portion = { files: number; rows: number; ms: number }

/**
 * Deletes everything of a company when its time has come: the bytes of its archives and files, then every row, then the
 * company. A portion and the job of the next one commit together, so it goes on where it was broken off, and bytes are
 * gone before the rows that name them.
 */
export const removalBy = (portion: Portion): Job<Place> => ({
  kind: 'company removal',
  payload,
  atOnce: () => 1,
  mostAttempts: MOST_ATTEMPTS,
  keepsGivenUp: true,
  async run(turn, tools) {
    const { companyId, after, from } = turn.payload
    const goOn = (db: Db, next: Omit<Place, 'companyId'>) =>
      enqueue(db, removeCompany, { companyId, ...next })
    if (from !== undefined) {
      await turn.finish(async (db) => {
        const { removed, next } = await removeRows(db, companyId, from, portion)
        if (next !== null) await goOn(db, { from: next })
        // Whatever triggers added meanwhile goes in another pass.
        else if (from > 0 || removed > 0) await goOn(db, { from: 0 })
        else await sql`select app.end_removal(${companyId})`.execute(db)
      })
    } else if (after !== undefined) {
      const blobs = await inTenant(tools.pool, companyId, (db) =>
        db
          .selectFrom('file_blob')
          .select(['path', 'thumbnail_path', 'preview_path'])
          .where('path', '>', after)
          .orderBy('path')
          .limit(portion.files)
          .execute(),
      )
      await removeBytes(
        blobs.flatMap((blob) => [blob.path, blob.thumbnail_path, blob.preview_path]),
        tools,
      )
      const last = blobs.at(-1)
      await turn.finish(async (db) => {
        await sql`select app.note_removed_files(${companyId}, ${blobs.length})`.execute(db)
        await goOn(db, last ? { after: last.path } : { from: 0 })
      })
    } else {
      const archives = await inTenant(tools.pool, turn.tenant, (db) => begin(db, companyId))
      await removeBytes(
        archives.map(({ blobPath }) => blobPath),
        tools,
      )
      await turn.finish(async (db) => {
        for (const { path } of archives) await releaseFile({ db }, path)
        await sql`
          update company_archive set state = 'expired', file_path = null
          where company = ${companyId} and state = 'done'`.execute(db)
        await goOn(db, { after: '' })
      })
    }
  },
  async failed(db, { payload: { companyId, from } }, { attempts, isFinal }) {
    const { rows } = await sql<{
      is: boolean
    }>`select coalesce(app.is_removing(${companyId}), false) as is`.execute(db)
    if (!one(rows).is) return
    const what = from === undefined ? '文件存储出错' : '数据库出错'
    const then = isFinal
      ? `已尝试 ${attempts} 次并停止，请在“后台任务”中重试`
      : `已尝试 ${attempts} 次，将自动重试`
    await sql`select app.note_removal_fault(${companyId}, ${`${what}，${then}`})`.execute(db)
  },
})

/** A quarter of a second's work. */
export const removeCompany = removalBy({ files: 200, rows: 20_000, ms: 250 })

/** From here on nothing keeps the company's rows; returns the archives of them. */
async function begin(db: Db, companyId: number): Promise<{ path: string; blobPath: string }[]> {
  const { rows } = await sql<{
    due: boolean
  }>`select coalesce(app.begin_removal(${companyId}), false) as due`.execute(db)
  // The operator changed their mind, or chose a later day.
  if (!one(rows).due) throw new Unwanted()
  await sql`
    update company_archive set state = 'failed', error = '公司正在删除', finished_at = now()
    where company = ${companyId} and state in ('waiting', 'running')`.execute(db)
  const archives = await sql<{ path: string; blobPath: string }>`
    select f.path, f.blob_path as "blobPath" from company_archive a join stored_file f on f.path = a.file_path
    where a.company = ${companyId}`.execute(db)
  return archives.rows
}

async function removeBytes(paths: readonly (string | null)[], { env, signal }: JobTools): Promise<void> {
  const storage = openStorage(env)
  const left = paths.filter((path) => path !== null)
  while (left.length > 0) {
    signal.throwIfAborted()
    await Promise.all(left.splice(0, AT_ONCE).map((path) => storage.remove(path)))
  }
}

async function removeRows(db: Db, companyId: number, from: number, { rows: most, ms }: Portion) {
  const { rows } = await sql<{ removed: string; next: number | null }>`
    select coalesce(removed, 0) as removed, next_place as next from app.remove_portion(${companyId}, ${from}, ${most}, ${ms})`.execute(
    db,
  )
  const { removed, next } = one(rows)
  return { removed: Number(removed), next }
}
