import { MAX_PIXELS, titlesOfKinds, uploadRules, type UploadPurpose } from '@heliodesk/contract/files.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { tooLarge } from '../../kernel/receive.ts'
import { readSettings } from '../../kernel/settings.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

/** Unused uploads that one person may have; they are swept after a day. */
const UNUSED_FILES = 500
const UNUSED_BYTES = 8 * GB

/** The maximum bytes of the next file; throws if there is no room at all. */
export async function maxBytesFor(ctx: Ctx, purpose: UploadPurpose): Promise<number> {
  const unused = await unusedOf(ctx)
  if (unused.count >= UNUSED_FILES || unused.bytes >= UNUSED_BYTES)
    throw new DomainError('file.unused', '已上传但未提交的文件过多，请先提交，或一天后再试')
  await requireRoom(ctx)
  return limitOf(ctx, purpose)
}

async function limitOf({ db }: Pick<Ctx, 'db'>, purpose: UploadPurpose): Promise<number> {
  const { uploadMaxMb } = (await readSettings(db)).business.values
  return Math.min(uploadRules[purpose].maxBytes, uploadMaxMb * MB)
}

async function unusedOf(ctx: Ctx): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await ctx.db
    .selectFrom('stored_file')
    .select((eb) => [eb.fn.countAll<string>().as('count'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
    .where('created_by', '=', ctx.who.userId)
    .where('kept_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes }
}

/** Throws if the company's files, including those of this transaction, exceed its quota. */
export async function requireRoom({ db, env }: Pick<Ctx, 'db' | 'env'>): Promise<void> {
  if (env.FILES_QUOTA_GB === 0) return
  const usage = await db.selectFrom('file_usage').select('bytes').executeTakeFirst()
  if (Number(usage?.bytes ?? 0) <= env.FILES_QUOTA_GB * GB) return
  throw new DomainError('file.quota', `企业文件空间已满（上限 ${env.FILES_QUOTA_GB} GB），请联系管理员`)
}

/** `kinds` are the types that the file can still be. */
export function requireKind(purpose: UploadPurpose, kinds: readonly string[]): void {
  const { types } = uploadRules[purpose]
  if (types === null || kinds.some((kind) => types.includes(kind))) return
  throw new DomainError('file.type', `请上传${titlesOfKinds(types)}格式文件!`)
}

type Asked = { maxWidth?: number | undefined; maxHeight?: number | undefined }

/** Checks against the stricter of the purpose's and the call's limits. */
export function requireSize(
  purpose: UploadPurpose,
  asked: Asked,
  shown: { width: number; height: number },
): void {
  const rule = uploadRules[purpose]
  const most = (own: number | undefined, given: number | undefined) =>
    Math.min(own ?? Infinity, given ?? Infinity)
  const width = most(rule.maxWidth, asked.maxWidth)
  const height = most(rule.maxHeight, asked.maxHeight)
  if (shown.width > width || shown.height > height) {
    const say = (value: number) => (value === Infinity ? '不限' : String(value))
    throw new DomainError('file.pixels', `上传尺寸最大${say(width)}px * ${say(height)}px!`)
  }
  if (shown.width * shown.height > MAX_PIXELS)
    throw new DomainError('file.pixels', `图片像素过多，请上传不超过 ${MAX_PIXELS / 1e8} 亿像素的图片`)
}

type Known = { mediaType: string; size: number; width: number | null; height: number | null }

/** Checks all rules of a purpose for a file uploaded before its purpose was known; throws. */
export async function requireFit(
  ctx: Pick<Ctx, 'db'>,
  purpose: UploadPurpose,
  { mediaType, size, width, height }: Known,
  asked: Asked = {},
): Promise<void> {
  requireKind(purpose, [mediaType])
  const most = await limitOf(ctx, purpose)
  if (size > most) throw tooLarge(most)
  if (width !== null && height !== null) requireSize(purpose, asked, { width, height })
}
