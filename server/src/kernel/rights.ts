import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from './context.ts'
import { MissingRight } from './errors.ts'

/** Whether a person holds a permission; looked up once per statement. */
export const mayDo = (userId: string, code: PermissionCode): RawBuilder<SqlBool> =>
  sql`(select app.is_granted(${userId}::bigint, ${sql.lit(code)}))`

type Asker = Pick<Ctx, 'db' | 'who'>

/** Refuses a caller who lacks one of these permissions: for calls whose input can require more (`Call.besides`). */
export async function requireRights(asker: Asker, codes: readonly PermissionCode[]): Promise<void> {
  const missing = await missingRight(asker, codes)
  if (missing !== null) throw new MissingRight(missing, asker.who)
}

/** The first of these permissions that the person lacks; null if all are held. */
export async function missingRight(
  { db, who }: Asker,
  codes: readonly PermissionCode[],
): Promise<string | null> {
  if (codes.length === 0) return null
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) with ordinality as asked (code, place)
    where not app.is_granted(${who.userId}::bigint, code) order by place limit 1`.execute(db)
  return rows[0]?.code ?? null
}
