import type { Input } from '@heliodesk/contract/call.ts'
import type { shellCalls } from '@heliodesk/contract/shell.ts'
import type { Ctx, Handler } from '../../kernel/context.ts'
import { readSettings } from '../../kernel/settings.ts'

type Mark = Input<(typeof shellCalls)['markGuide']>['guide']

/** Each version of the notes has a mark of its own. */
const nameOf = (mark: Mark, version: string) => (mark === 'version' ? `version:${version}` : mark)

/** What the caller has seen. */
export async function marksOf(ctx: Ctx): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('user_mark')
    .select('mark')
    .where('user_id', '=', ctx.who.userId)
    .execute()
  return new Set(rows.map(({ mark }) => mark))
}

export const isSeen = (marks: ReadonlySet<string>, mark: Mark, version = ''): boolean =>
  marks.has(nameOf(mark, version))

export const flag = (on: boolean): '0' | '1' => (on ? '1' : '0')

/** Without a version, the current notes. */
export const markGuide: Handler<(typeof shellCalls)['markGuide']> = async (ctx, { guide, version }) => {
  const seen = version || (await readSettings(ctx.db)).business.values.versionNotes.version
  await ctx.db
    .insertInto('user_mark')
    .values({ mark: nameOf(guide, seen), at: ctx.now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'mark']).doNothing())
    .execute()
  return null
}
