import { DEFAULT_MAX_FILES, type UploadPurpose } from '@heliodesk/contract/files.ts'
import { tooManyFiles } from '@heliodesk/contract/stored-file.ts'
import { DomainError } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'
import { onKey } from '../../platform/on-key.ts'
import { requireFit } from './limits.ts'
import type { FileCtx } from './blobs.ts'

type KeepCtx = Pick<FileCtx, 'db' | 'now'> & { who: { userId: string } }

/**
 * Marks an upload of the caller, for this purpose or without one yet, as in use; throws if there is none, or if it
 * breaks the rules of the purpose.
 */
export async function keepFile(ctx: KeepCtx, path: string, purpose: UploadPurpose): Promise<void> {
  // The row lock excludes the sweep meanwhile.
  const file = await ctx.db
    .selectFrom('stored_file as f')
    .innerJoin('file_blob as b', onKey('b.path', 'f.blob_path'))
    .select(['f.purpose', 'f.media_type as mediaType', 'f.size', 'b.width', 'b.height'])
    .where('f.path', '=', path)
    .where('f.purpose', 'in', [purpose, 'general'])
    .where('f.created_by', '=', ctx.who.userId)
    .forUpdate('f')
    .executeTakeFirstOrThrow(() => new DomainError('file.unknown', '文件不存在或已过期，请重新上传'))
  if (file.purpose !== purpose) await requireFit(ctx, purpose, { ...file, size: Number(file.size) })
  await ctx.db
    .updateTable('stored_file')
    .set({ kept_at: ctx.now, purpose })
    .where('path', '=', path)
    .execute()
}

type Rules = {
  /** The maximum for one owner, including its current files; the company's 附件数量上限 may be lower. */
  max?: number
  /** Paths that the owner has already; they are not new uploads and stay unchanged. */
  present?: readonly string[]
  allowDuplicates?: boolean
}

/**
 * Sets the files of an owner: keeps the uploads among them, and refuses too many files or a duplicate name (spec 2 §5).
 * Returns them without duplicates, in order; the caller must release those of `present` that are no longer included.
 */
export async function keepFiles(
  ctx: KeepCtx,
  paths: readonly string[],
  purpose: UploadPurpose,
  { max = DEFAULT_MAX_FILES, present = [], allowDuplicates = false }: Rules = {},
): Promise<string[]> {
  const wanted = [...new Set(paths)]
  const fresh = wanted.filter((path) => !present.includes(path))
  // An owner may keep the files it had before a limit was lowered.
  if (fresh.length === 0) return wanted
  const { uploadMaxCount } = (await readSettings(ctx.db)).business.values
  const most = Math.min(max, uploadMaxCount)
  if (wanted.length > most) throw new DomainError('file.too_many', tooManyFiles(most))
  // A fixed order, so that two transactions that keep the same files cannot deadlock.
  for (const path of fresh.toSorted()) await keepFile(ctx, path, purpose)
  if (!allowDuplicates) await refuseDuplicates(ctx, { wanted, fresh })
  return wanted
}

async function refuseDuplicates(ctx: KeepCtx, { wanted, fresh }: Record<'wanted' | 'fresh', string[]>) {
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select(['path', 'file_name'])
    .where('path', 'in', wanted)
    .execute()
  const nameOf = new Map(rows.map(({ path, file_name: name }) => [path, name]))
  const taken = new Set(wanted.filter((path) => !fresh.includes(path)).map((path) => nameOf.get(path)))
  for (const path of fresh) {
    const name = nameOf.get(path)
    if (taken.has(name)) throw new DomainError('file.duplicate', `已存在${name}!`)
    taken.add(name)
  }
}
