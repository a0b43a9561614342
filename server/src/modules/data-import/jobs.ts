import { importKind, importRights } from '@heliodesk/contract/data-import.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import { DomainError, type JobTools } from '../../kernel/context.ts'
import { answerFor, MissingRight } from '../../kernel/errors.ts'
import { requireRights } from '../../kernel/rights.ts'
import { inTenant, Transaction } from '../../kernel/transaction.ts'
import { present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { getDepartment, type ImportCtx } from './facts.ts'
import { BadRows, importRows, type ImportFile } from './importer.ts'

type Waiting = { tenant: number; import_id: string; user_id: string; attempts: number }

const PERM = 'import:run'

/** How often an import may lose its connection. */
const MAX_ATTEMPTS = 3
const CUT_OFF = '数据库连接多次中断，未导入任何数据；请稍后重新运行'

/**
 * Imports the next waiting file. One transaction holds the claim, the rows and the new state, so the import happens
 * exactly once or not at all: a crashed process or a lost connection releases the claim and leaves no row.
 */
export async function runNextImport(tools: JobTools): Promise<boolean> {
  const transaction = await Transaction.begin(tools.pool, 'command')
  let waiting: Waiting | undefined
  try {
    waiting = await claimWaiting(transaction.db, null)
    if (waiting) await importWaiting(transaction, waiting, tools)
    await transaction.commit()
  } catch (error) {
    const connection = await transaction.rollback()
    if (!waiting) throw error
    if (tools.signal.aborted) return true
    if (connection === 'lost') await recordLoss(waiting, error, tools)
    else await recordFailure(waiting, error, tools)
  }
  return waiting !== undefined
}

/** Locks a waiting import until the transaction ends, skipping those that another process works on. */
async function claimWaiting(db: Db, wanted: Waiting | null): Promise<Waiting | undefined> {
  const matches = wanted ? sql`tenant = ${wanted.tenant} and import_id = ${wanted.import_id}` : sql`true`
  const { rows } = await sql<Waiting>`
    select tenant, import_id, user_id, attempts from data_import_waiting where ${matches}
    order by import_id limit 1 for update skip locked`.execute(db)
  return rows[0]
}

async function importWaiting(transaction: Transaction, waiting: Waiting, tools: JobTools): Promise<void> {
  const entered = await transaction.actAs(waiting.tenant, waiting.user_id, PERM)
  if (!entered) throw new DomainError('import.user', '发起导入的用户已停用')
  if (!entered.granted) throw new MissingRight(PERM, entered.who)
  const ctx = { db: transaction.db, who: entered.who, now: tools.clock.now() }
  const { rowCount, ...file } = await getFile(ctx, waiting.import_id)
  await requireRights(ctx, importRights[file.kind])
  const result = await importRows(ctx, file, {
    onProgress: (done) => showProgress(waiting, done, tools),
    signal: tools.signal,
  })
  await ctx.db
    .updateTable('data_import')
    .set({ state: 'done', done_count: rowCount, result: JSON.stringify(result), error: null, file: null })
    .where('id', '=', waiting.import_id)
    .execute()
  await forgetWaiting(ctx.db, waiting)
}

async function getFile(ctx: ImportCtx, id: string): Promise<ImportFile & { rowCount: number }> {
  const row = await ctx.db
    .selectFrom('data_import as i')
    .innerJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.department_id'),
    )
    .select(['i.kind', 'i.file_name', 'i.file', 'i.row_count', 'i.updates', 'd.org_code'])
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    kind: importKind.parse(row.kind),
    name: row.file_name,
    bytes: present(row.file),
    department: await getDepartment(ctx, row.org_code),
    updates: row.updates,
    rowCount: row.row_count,
  }
}

const forgetWaiting = (db: Db, { tenant, import_id }: Waiting) =>
  db
    .deleteFrom('data_import_waiting')
    .where('tenant', '=', tenant)
    .where('import_id', '=', import_id)
    .execute()

/** Publishes the progress in a short separate transaction; a failure of that does not stop the import. */
async function showProgress(
  { tenant, import_id }: Waiting,
  done: number,
  { pool, log }: JobTools,
): Promise<void> {
  await inTenant(pool, tenant, async (db) => {
    await db
      .updateTable('data_import')
      .set({ done_count: done })
      .where('id', '=', import_id)
      .where('state', '=', 'importing')
      .execute()
  }).catch((error: unknown) => log.warn({ err: error }, 'the progress of an import is not shown'))
}

/** Records nothing if another process has claimed the import meanwhile. */
async function recordFailure(waiting: Waiting, error: unknown, { pool, log }: JobTools): Promise<void> {
  const { message, unexpected } = answerFor(error, titleOfPermission)
  const report = error instanceof BadRows ? { report: JSON.stringify(error.report) } : {}
  if (unexpected) log.error({ err: error }, 'an import failed')
  await inTenant(pool, waiting.tenant, async (db) => {
    if (await claimWaiting(db, waiting)) await giveUp(db, waiting, { error: message, ...report })
  })
}

/** The file did not cause this, so the import is retried, a limited number of times. */
async function recordLoss(waiting: Waiting, error: unknown, { pool, log }: JobTools): Promise<void> {
  log.warn({ err: error }, 'an import lost its connection')
  await inTenant(pool, waiting.tenant, async (db) => {
    const claimed = await claimWaiting(db, waiting)
    if (!claimed) return
    if (claimed.attempts + 1 >= MAX_ATTEMPTS) return giveUp(db, waiting, { error: CUT_OFF })
    await db
      .updateTable('data_import_waiting')
      .set({ attempts: claimed.attempts + 1 })
      .where('tenant', '=', waiting.tenant)
      .where('import_id', '=', waiting.import_id)
      .execute()
    await db.updateTable('data_import').set({ done_count: 0 }).where('id', '=', waiting.import_id).execute()
  })
}

async function giveUp(db: Db, waiting: Waiting, reason: { error: string; report?: string }): Promise<void> {
  await db
    .updateTable('data_import')
    .set({ state: 'failed', done_count: 0, ...reason })
    .where('id', '=', waiting.import_id)
    .execute()
  await forgetWaiting(db, waiting)
}
