import { sql } from 'kysely'
import type { PublicCtx } from '../../kernel/context.ts'
import { enqueue } from '../../kernel/queue.ts'
import { one } from '../../platform/certain.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { makePreview, showSmaller } from './previews.ts'
import { MAX_LOOK_BYTES } from './workshop.ts'

/** The part of a context that both calls and jobs have. */
export type FileCtx = Pick<PublicCtx, 'db' | 'now' | 'env'>

/** Bytes already in the storage, with their properties. */
export type NewBlob = {
  path: string
  sha256: Buffer
  size: number
  mediaType: string
  width?: number | null
  height?: number | null
  /** Paths of the smaller pictures, if they were made at once. */
  smaller?: { thumbnail: string; preview: string } | null
}

type Stored = { path: string; preview: string }

const MADE_OF = /^image\/(png|jpeg|webp|gif|bmp)$|^application\/pdf$/

/** Whether smaller pictures can be made of such a file. */
export const hasPreview = ({ mediaType, size }: { mediaType: string; size: number }): boolean =>
  MADE_OF.test(mediaType) && size <= MAX_LOOK_BYTES

/**
 * Records bytes for the current company, deduplicated: if it has the same bytes already, those are used. Returns the
 * path of the bytes in use, and which of the given paths are needed.
 */
export async function useBlob(
  { db, now, env }: FileCtx,
  blob: NewBlob,
): Promise<{ path: string; wanted: string[] }> {
  const smaller = blob.smaller ?? null
  const later = !smaller && hasPreview(blob)
  const { rows } = await sql<Stored & { fresh: boolean }>`
    insert into file_blob
      (path, sha256, size, media_type, width, height, preview, thumbnail_path, preview_path, used_at)
    values (
      ${blob.path}, ${blob.sha256}, ${String(blob.size)}, ${blob.mediaType}, ${blob.width ?? null}, ${blob.height ?? null},
      ${smaller ? 'done' : later ? 'waiting' : 'none'}, ${smaller?.thumbnail ?? null}, ${smaller?.preview ?? null}, ${now})
    on conflict (tenant_id, sha256, size) do update set used_at = greatest(file_blob.used_at, excluded.used_at)
    returning path, preview, path = ${blob.path} as fresh`.execute(db)
  const stored = one(rows)
  if (stored.fresh) {
    if (later) await enqueue(db, makePreview, { path: blob.path })
    return { path: blob.path, wanted: [blob.path, ...Object.values(smaller ?? {})] }
  }
  const wanted: string[] = []
  if (!(await openStorage(env).has(stored.path))) {
    // The old bytes were lost: the new ones replace them.
    await db.updateTable('file_blob').set({ path: blob.path }).where('path', '=', stored.path).execute()
    stored.path = blob.path
    wanted.push(blob.path)
  }
  if (smaller && stored.preview !== 'done') {
    await showSmaller(db, stored.path, smaller)
    wanted.push(...Object.values(smaller))
  }
  return { path: stored.path, wanted }
}
