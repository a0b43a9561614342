import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Job, JobTools } from '../../kernel/context.ts'
import { inTenant } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { MissingBytes, newPath } from '../../platform/storage.ts'
import { lookLater } from './workshop.ts'

const payload = z.object({ path: z.string() })

type Smaller = { thumbnail: string; preview: string }

/** Makes the smaller pictures of a blob. */
export const makePreview: Job<z.output<typeof payload>> = {
  kind: 'preview',
  payload,
  atOnce: () => 1,
  async run({ tenant, payload: { path }, finish }, tools) {
    const smaller = await make(tenant, path, tools)
    let isShown = false
    await finish(async (db) => {
      isShown = smaller ? await showSmaller(db, path, smaller) : await showNone(db, path)
    })
    // The file was removed meanwhile, or has them from another upload.
    if (smaller && !isShown)
      for (const each of Object.values(smaller)) await openStorage(tools.env).remove(each)
  },
  async failed(db, { payload: { path } }, { isFinal }) {
    if (isFinal) await showNone(db, path)
  },
}

/** Records the smaller pictures; returns whether the blob still exists and had none. */
export async function showSmaller(db: Db, path: string, smaller: Smaller): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_blob')
    .set({ preview: 'done', thumbnail_path: smaller.thumbnail, preview_path: smaller.preview })
    .where('path', '=', path)
    .where('preview', '<>', 'done')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function showNone(db: Db, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_blob')
    .set({ preview: 'none' })
    .where('path', '=', path)
    .where('preview', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function make(tenant: number, path: string, { pool, env }: JobTools) {
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
