import { importKind, importRights } from '@heliodesk/contract/data-import.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DomainError, type Attempt, type Job, type JobTools } from '../../kernel/context.ts'
import { isConnectionLoss, MissingRight } from '../../kernel/errors.ts'
import { Unwanted } from '../../kernel/queue.ts'
import { requireRights } from '../../kernel/rights.ts'
import { inTenant } from '../../kernel/transaction.ts'
import { updateRow } from '../../kernel/one-row.ts'
import { present } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { getDepartment, type ImportCtx } from './facts.ts'
import { BadRows, importRows, type ImportFile } from './importer.ts'

const PERM = 'import:run'

const payload = z.object({ importId: z.string(), userId: z.string() })

type Turn = Attempt<z.output<typeof payload>>

/**
 * Imports a file. One transaction holds the rows and the new state, so the import happens exactly once or not at all: a
 * crashed process or a lost connection leaves no row.
 */
export const runImport: Job<z.output<typeof payload>> = {
  changes: [
    'import',
    'project',
    'station',
    'space',
    'device',
    'order',
    'generation',
    'user',
    'role',
    'inspectionItem',
  ],
  kind: 'import',
  payload,
  atOnce: () => 1,
  cutOff: '数据库连接多次中断，未导入任何数据；请稍后重新运行',
  // The file does not cause a lost connection.
  isFinal: (error) => !isConnectionLoss(error),
  run: (turn, tools) =>
    turn.finish(async (db, actAs) => {
      const { importId, userId } = turn.payload
      const entered = await actAs(userId, PERM)
      if (!entered) throw new DomainError('import.user', '发起导入的用户已停用')
      if (!entered.granted) throw new MissingRight(PERM, entered.who)
      const ctx = { db, who: entered.who, now: tools.clock.now() }
      const { rowCount, ...file } = await getFile(ctx, importId)
      await requireRights(ctx, importRights[file.kind])
      await sql`select set_config('app.import', ${importId}, true)`.execute(db)
      const result = await importRows(ctx, file, {
        onProgress: (done) => showProgress(turn, done, tools),
        signal: tools.signal,
      })
      await updateRow(db, 'data_import', importId, {
        state: 'done',
        done_count: rowCount,
        result: JSON.stringify(result),
        error: null,
        file: null,
      })
    }),
  async failed(db, { payload: { importId } }, { error, message, isFinal }) {
    const report = error instanceof BadRows ? { report: JSON.stringify(error.report) } : {}
    await updateRow(db, 'data_import', importId, {
      done_count: 0,
      ...(isFinal ? { state: 'failed', error: message, ...report } : {}),
    })
  },
}

async function getFile(ctx: ImportCtx, id: string): Promise<ImportFile & { rowCount: number }> {
  const row = await ctx.db
    .selectFrom('data_import as i')
    .innerJoin('department as d', onKey('d.id', 'i.department_id'))
    .select(['i.kind', 'i.file_name', 'i.file', 'i.row_count', 'i.updates', 'd.org_code'])
    .where('i.id', '=', id)
    .executeTakeFirst()
  // Its department was removed, and the import with it.
  if (!row) throw new Unwanted()
  return {
    kind: importKind.parse(row.kind),
    name: row.file_name,
    bytes: present(row.file),
    department: await getDepartment(ctx, row.org_code),
    updates: row.updates,
    rowCount: row.row_count,
  }
}

/** Publishes the progress in a short separate transaction; a failure of that does not stop the import. */
async function showProgress(
  { tenant, payload: { importId } }: Turn,
  done: number,
  { pool, log }: JobTools,
): Promise<void> {
  await inTenant(pool, tenant, async (db) => {
    await db
      .updateTable('data_import')
      .set({ done_count: done })
      .where('id', '=', importId)
      .where('state', '=', 'importing')
      .execute()
  }).catch((error: unknown) => log.warn({ err: error }, 'the progress of an import is not shown'))
}
