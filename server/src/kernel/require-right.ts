import { sql } from 'kysely'
import type { PermissionCode } from '@heliodesk/contract/permissions.ts'
import type { Ctx } from './context.ts'
import { MissingRight } from './errors.ts'

/** A right that a call needs besides its own. */
export async function requireRight({ db, who }: Ctx, code: PermissionCode): Promise<void> {
  const { rows } = await sql<{
    granted: boolean
  }>`select app.is_granted(${who.userId}, ${code}) as granted`.execute(db)
  if (who.mustChangePassword || !rows[0]!.granted) throw new MissingRight(code)
}
