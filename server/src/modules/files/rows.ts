import { randomUUID } from 'node:crypto'
import type { FilePurpose, storedFile } from '@heliodesk/contract/files.ts'
import type { z } from 'zod'
import { DomainError, FileAnswer, type PublicCtx } from '../../kernel/context.ts'
import type { Env } from '../../env.ts'
import { openStorage } from '../../platform/storage.ts'
import { linkSigner } from './signature.ts'

/** Calls and jobs alike have it. */
export type FileCtx = Pick<PublicCtx, 'db' | 'now' | 'env'>

export type StoredFile = z.input<typeof storedFile>

/** A file as a table of ours describes it. */
export type NewFile = {
  purpose: FilePurpose
  name: string
  mediaType: string
  path: string
  /** Bytes. */
  size: number
  sha256: Buffer
  /** Something refers to it already; false is an upload that is swept unless `keepFile` follows within a day. */
  kept: boolean
}

/** A path that nobody can guess, for bytes that are about to be written. */
export function newPath(extension: string): string {
  const name = randomUUID()
  return `${name.slice(0, 2)}/${name}.${extension}`
}

/** Records bytes that are in the storage already, as the current user's; answers the row's id. */
export async function addFile(ctx: Pick<FileCtx, 'db' | 'now'>, file: NewFile): Promise<string> {
  const { id } = await ctx.db
    .insertInto('stored_file')
    .values({
      path: file.path,
      file_name: file.name,
      media_type: file.mediaType,
      size: String(file.size),
      sha256: file.sha256,
      purpose: file.purpose,
      created_at: ctx.now,
      kept_at: file.kept ? ctx.now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An upload of the caller's own, for this very purpose, is used from now on; throws when there is none. */
export async function keepFile(
  ctx: Pick<FileCtx, 'db' | 'now'> & { who: { userId: string } },
  path: string,
  purpose: FilePurpose,
): Promise<void> {
  // The row lock makes the sweep and this exclude each other.
  const { numUpdatedRows } = await ctx.db
    .updateTable('stored_file')
    .set({ kept_at: ctx.now })
    .where('path', '=', path)
    .where('purpose', '=', purpose)
    .where('created_by', '=', ctx.who.userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError('file.unknown', '文件不存在或已过期，请重新上传')
}

/** Nothing refers to the file any more: the next sweep takes it. */
export async function releaseFile(ctx: Pick<FileCtx, 'db'>, path: string): Promise<void> {
  await ctx.db.updateTable('stored_file').set({ kept_at: null }).where('path', '=', path).execute()
}

const columns = ['id', 'path', 'file_name', 'media_type', 'size'] as const

type FileRow = { id: string; path: string; file_name: string; media_type: string; size: string }

/** For whoever is already known to be allowed to see them; files that are gone are left out. By path. */
export async function filesOf(ctx: FileCtx, paths: string[]): Promise<Map<string, StoredFile>> {
  if (paths.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select(columns)
    .select('tenant_id')
    .where('path', 'in', paths)
    .execute()
  const sign = await linkSigner(ctx)
  return new Map(
    rows.map((row) => [row.path, toStoredFile(row, sign({ tenantId: row.tenant_id, path: row.path }))]),
  )
}

/** For whoever is already known to be allowed to see it; null when there is no such file. */
export async function fileOf(ctx: FileCtx, path: string): Promise<StoredFile | null> {
  return (await filesOf(ctx, [path])).get(path) ?? null
}

const toStoredFile = (row: FileRow, url: string): StoredFile => ({
  uid: row.id,
  name: row.file_name,
  fileName: row.file_name,
  pathName: row.path,
  path: row.path,
  url,
  fileType: row.media_type,
  size: Number(row.size),
})

/** The row's bytes as a call or a route answers them. */
export const answerOf = (env: Env, row: Omit<FileRow, 'id'>, name = row.file_name): FileAnswer =>
  new FileAnswer({
    name,
    mediaType: row.media_type,
    size: Number(row.size),
    open: () =>
      openStorage(env)
        .read(row.path)
        .catch((cause: unknown) => {
          throw isMissing(cause) ? new DomainError('file.gone', '文件已不存在') : cause
        }),
  })

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
