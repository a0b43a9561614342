import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { auditLogCalls } from '@heliodesk/contract/audit-log.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { restoreKindOf, type Changed, type RestoreKind } from '../../kernel/restore-kind.ts'
import { missingRight, requireRights } from '../../kernel/rights.ts'
import { pairsOf, type Changes } from './changes.ts'
import type { AuditKind } from '@heliodesk/contract/audit-log.ts'

type Calls = typeof auditLogCalls
type Restorable = { kind: AuditKind; object: string; record: string; changes: Changes }

/** Counted by the edit itself. */
const OWN_COLUMNS = new Set(['version', 'updated_at', 'updated_by', 'name_sounds', 'name_place'])

/** What an edit changed, and how it is taken back; null for what is not. */
function waysBack({ kind, object, changes }: Restorable): { way: RestoreKind; changed: Changed[] } | null {
  const way = restoreKindOf(object)
  const changed = pairsOf(kind, changes).filter(({ column }) => !OWN_COLUMNS.has(column))
  return way && kind === 'edit' && changed.length > 0 ? { way, changed } : null
}

/** Whether the earlier values can be restored: null for kinds that cannot, otherwise why the caller may not, or ''. */
export async function restorability(ctx: Ctx, row: Restorable): Promise<Output<Calls['detail']>['restore']> {
  const back = waysBack(row)
  if (back === null) return null
  const missing = await missingRight(ctx, [back.way.right(row.record)])
  return { refusal: missing === null ? null : '您没有修改它的权限' }
}

/** Writes the earlier values by the edit itself, as a new change. */
export async function restoreEntry(ctx: Ctx, { number }: Input<Calls['restore']>): Promise<null> {
  const { rows } = await sql<Restorable>`
    select e.kind, e.object, e.record, e.changes::jsonb as changes
    from audit_entry e where e.number = ${number}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw notFound()
  const back = waysBack(row)
  if (back === null)
    throw new DomainError(
      'audit.not_restorable',
      '只有设置、字典、字典项、岗位和角色名称的修改可以按旧值恢复',
    )
  await requireRights(ctx, [back.way.right(row.record)])
  await back.way.restore(ctx, row.record, back.changed)
  return null
}
