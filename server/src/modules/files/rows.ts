import type { FilePurpose } from '@heliodesk/contract/files.ts'
import type { storedFile } from '@heliodesk/contract/stored-file.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { DomainError, FileAnswer } from '../../kernel/context.ts'
import { insertRow } from '../../kernel/one-row.ts'
import type { Env } from '../../env.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { MissingBytes, newPath } from '../../platform/storage.ts'
import { onKey } from '../../platform/on-key.ts'
import { useBlob, type FileCtx } from './blobs.ts'
import { linkSigner } from './signature.ts'

export type StoredFile = z.input<typeof storedFile>

/** A file as our tables describe it. */
export type NewFile = {
  purpose: FilePurpose
  name: string
  mediaType: string
  /** The path by which the product refers to it. */
  path: string
  /** Path of the bytes; `path` by default. */
  blobPath?: string
  /** In bytes. */
  size: number
  sha256: Buffer
  /** Whether it is already in use; false is an upload that is swept unless `keepFile` is called within a day. */
  kept: boolean
}

type Extras = {
  framePath?: string | null
  latitude?: number | null
  longitude?: number | null
  takenTime?: string | null
}

/** Records bytes already in the storage as the current user's file; returns the row's id. */
export async function addFile(ctx: FileCtx, file: NewFile): Promise<string> {
  const { path } = await useBlob(ctx, file)
  return insertFile(ctx, { ...file, blobPath: path })
}

/** The same for bytes that are already recorded as a blob. */
export async function insertFile(
  ctx: Pick<FileCtx, 'db' | 'now'>,
  file: NewFile & { blobPath: string },
  { framePath, latitude, longitude, takenTime }: Extras = {},
): Promise<string> {
  const id = await insertRow(ctx.db, 'stored_file', {
    path: file.path,
    blob_path: file.blobPath,
    frame_path: framePath ?? null,
    file_name: file.name,
    media_type: file.mediaType,
    size: String(file.size),
    sha256: file.sha256,
    purpose: file.purpose,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    taken_time: takenTime ?? null,
    created_at: ctx.now,
    kept_at: file.kept ? ctx.now : null,
  })
  return id
}

/** A file of the caller with the same bytes as another one; null if that is gone. Only for who may read the other. */
export async function copyFile(ctx: Pick<FileCtx, 'db' | 'now'>, path: string): Promise<string | null> {
  const file = await ctx.db
    .selectFrom('stored_file')
    .select(['blob_path', 'file_name', 'media_type', 'size', 'sha256', 'purpose'])
    .where('path', '=', path)
    .forShare()
    .executeTakeFirst()
  if (!file) return null
  const copy = newPath(/\.(\w+)$/.exec(path)?.[1])
  await insertFile(ctx, {
    path: copy,
    blobPath: file.blob_path,
    name: file.file_name,
    mediaType: file.media_type,
    size: Number(file.size),
    sha256: file.sha256,
    purpose: file.purpose as FilePurpose,
    kept: true,
  })
  return copy
}

/** Marks the file as unused; the next sweep removes it. */
export async function releaseFile(ctx: Pick<FileCtx, 'db'>, path: string): Promise<void> {
  await ctx.db.updateTable('stored_file').set({ kept_at: null }).where('path', '=', path).execute()
}

/** Files by path, without missing ones. The caller must have checked that the person may see them. */
export async function filesOf(ctx: FileCtx, paths: string[]): Promise<Map<string, StoredFile>> {
  if (paths.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('stored_file as f')
    .innerJoin('file_blob as b', onKey('b.path', 'f.blob_path'))
    .leftJoin('file_blob as frame', onKey('frame.path', 'f.frame_path'))
    .select(['f.tenant_id', 'f.id', 'f.path', 'f.file_name', 'f.media_type', 'f.size'])
    .select(sql<boolean>`coalesce(frame.preview, b.preview) = 'done'`.as('has_smaller'))
    .where('f.path', 'in', paths)
    .execute()
  const sign = await linkSigner(ctx)
  return new Map(
    rows.map((row) => {
      const target = { tenantId: row.tenant_id, path: row.path }
      return [
        row.path,
        {
          uid: row.id,
          name: row.file_name,
          fileName: row.file_name,
          pathName: row.path,
          path: row.path,
          url: sign(target),
          fileType: row.media_type,
          size: Number(row.size),
          fileUrlThumbnail: row.has_smaller ? sign({ ...target, size: 'thumbnail' }) : null,
          fileUrlPreview: row.has_smaller ? sign({ ...target, size: 'preview' }) : null,
        },
      ]
    }),
  )
}

/** The files that the rows of this query of another table name, in their order, by what they belong to. */
export async function filesBy<Row extends { path: string }, Key>(
  ctx: FileCtx,
  query: { execute: () => Promise<Row[]> },
  keyOf: (row: Row) => Key,
): Promise<Map<Key, StoredFile[]>> {
  const rows = await query.execute()
  const stored = await filesOf(
    ctx,
    rows.map(({ path }) => path),
  )
  const groups = Map.groupBy(rows, keyOf)
  return new Map(
    [...groups].map(([key, group]) => [key, group.flatMap(({ path }) => stored.get(path) ?? [])]),
  )
}

/** The file, or null. The caller must have checked that the person may see it. */
export async function fileOf(ctx: FileCtx, path: string): Promise<StoredFile | null> {
  return (await filesOf(ctx, [path])).get(path) ?? null
}

/** The content as the answer of a call. The caller must have checked that the person may see it. */
export async function contentOf(
  ctx: Pick<FileCtx, 'db' | 'env'>,
  path: string,
  name?: string,
): Promise<FileAnswer | null> {
  const row = await ctx.db
    .selectFrom('stored_file')
    .select(['blob_path', 'file_name', 'media_type', 'size', 'sha256'])
    .where('path', '=', path)
    .executeTakeFirst()
  return row ? answerOf(ctx.env, row, name) : null
}

type Content = { blob_path: string; file_name: string; media_type: string; size: string; sha256: Buffer }

/** The row's content as the answer of a call or route. */
export const answerOf = (env: Env, row: Content, name = row.file_name): FileAnswer =>
  new FileAnswer({
    name,
    mediaType: row.media_type,
    size: Number(row.size),
    tag: row.sha256.toString('base64url'),
    open: (range) => openStorage(env).read(row.blob_path, range).catch(sayGone),
  })

/** The type of the smaller pictures. */
export const SMALLER_TYPE = 'image/webp'

export const smallerAnswer = (env: Env, path: string, name: string): FileAnswer =>
  new FileAnswer({
    name: `${name}.webp`,
    mediaType: SMALLER_TYPE,
    size: null,
    tag: path.replaceAll('/', '-'),
    open: () => openStorage(env).read(path).catch(sayGone),
  })

function sayGone(cause: unknown): never {
  throw cause instanceof MissingBytes ? new DomainError('file.gone', '文件已不存在') : cause
}
