import { DEFAULT_MAX_FILES, type FilePurpose } from '@heliodesk/contract/files.ts'
import { DomainError } from '../../kernel/context.ts'
import type { FileCtx } from './rows.ts'

type KeepCtx = Pick<FileCtx, 'db' | 'now'> & { who: { userId: string } }

/** An upload of the caller's own, for this very purpose, is used from now on; throws when there is none. */
export async function keepFile(ctx: KeepCtx, path: string, purpose: FilePurpose): Promise<void> {
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

type Rules = {
  /** Of one owner, those it has already included. */
  max?: number
  /** Paths that the owner has already; they are no uploads of now and stay as they are. */
  present?: readonly string[]
  allowDuplicates?: boolean
}

/**
 * The files that an owner has from now on: keeps the uploads among them, and refuses too many and two of one name
 * (spec 2 §5). Answers them without repetition, in their order; those of `present` that are not among them are the
 * caller's to release.
 */
export async function keepFiles(
  ctx: KeepCtx,
  paths: readonly string[],
  purpose: FilePurpose,
  { max = DEFAULT_MAX_FILES, present = [], allowDuplicates = false }: Rules = {},
): Promise<string[]> {
  const wanted = [...new Set(paths)]
  if (wanted.length > max) throw new DomainError('file.too_many', `最多上传${max}个附件，请确认!`)
  if (wanted.length === 0) return []
  // In one order for everybody, so that two who keep the same files cannot lock each other out.
  for (const path of wanted.toSorted()) if (!present.includes(path)) await keepFile(ctx, path, purpose)
  if (!allowDuplicates) await refuseDuplicates(ctx, wanted)
  return wanted
}

async function refuseDuplicates(ctx: KeepCtx, paths: string[]) {
  const rows = await ctx.db
    .selectFrom('stored_file')
    .select('file_name')
    .where('path', 'in', paths)
    .orderBy('id')
    .execute()
  const seen = new Set<string>()
  for (const { file_name: name } of rows) {
    if (seen.has(name)) throw new DomainError('file.duplicate', `已存在${name}!`)
    seen.add(name)
  }
}
