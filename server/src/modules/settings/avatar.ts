import type { Ctx } from '../../kernel/context.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { fileOf, keepFile, releaseFile } from '../files/index.ts'

/** Replaces the picture with one of the caller's uploads; null restores the letter. */
export async function editAvatar(
  ctx: Ctx,
  { path }: { path: string | null },
): Promise<{ avatar: string | null }> {
  const { avatar: before } = await ctx.db
    .selectFrom('app_user')
    .select('avatar')
    .where('id', '=', ctx.who.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before !== path) {
    if (path !== null) await keepFile(ctx, path, 'avatar')
    await updateRow(ctx.db, 'app_user', ctx.who.userId, { avatar: path })
    if (before !== null) await releaseFile(ctx, before)
  }
  return { avatar: path === null ? null : ((await fileOf(ctx, path))?.url ?? null) }
}
