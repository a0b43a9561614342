import type { Readable } from 'node:stream'
import {
  EXPORT_DAYS,
  exportFormat,
  exportKind,
  exportKinds,
  exportRights,
  type ExportKindName,
} from '@heliodesk/contract/exports.ts'
import { titleOfPermission } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import { DomainError, type JobTools, type PublicCtx } from '../../kernel/context.ts'
import { answerFor, codeOf, PasswordChangeDue } from '../../kernel/errors.ts'
import { exportKindOf, type OpenExport } from '../../kernel/export-kind.ts'
import { requireRights } from '../../kernel/rights.ts'
import { inTenant, Transaction } from '../../kernel/transaction.ts'
import type { Db } from '../../platform/postgres.ts'
import { openStorage } from '../../platform/open-storage.ts'
import { addFile, newPath } from '../files/index.ts'
import { csvOf } from './csv.ts'
import { claimTurn, endTurn, type Turn } from './queue.ts'
import { scopeOf } from './scope.ts'
import { xlsxOf } from './xlsx.ts'

/** How often an export may be interrupted, by a stopped process or a lost connection. */
const MAX_ATTEMPTS = 3
const SHOW_EVERY_MS = 500
const STATEMENT_TIMEOUT = '10min'
const DAY_MS = 86_400_000

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

/** The export was cancelled or removed while it was made. */
class Unwanted extends Error {}

/**
 * Makes the next export in the queue. One transaction holds the claim, the file's row and the new state, so the export
 * happens exactly once or not at all. A second transaction reads the rows, and short separate ones publish the
 * progress.
 */
export async function runNextExport(tools: JobTools): Promise<boolean> {
  const claim = await Transaction.begin(tools.pool, 'command')
  const storage = openStorage(tools.env)
  let turn: Turn | undefined
  let path: string | null = null
  try {
    turn = await claimTurn(claim.db)
    if (turn) {
      const job = await begin(turn, tools)
      path = newPath(job.format)
      await make(claim, turn, job, path, tools)
      await endTurn(claim.db, turn)
    }
    await claim.commit()
  } catch (error) {
    const connection = await claim.rollback()
    if (!turn) throw error
    // A commit whose answer was lost may have succeeded; then the bytes are needed.
    if (path !== null && connection === 'done') await storage.remove(path)
    await settle(turn, error, connection === 'lost', tools)
  }
  return turn !== undefined
}

type Begun = { kind: string; format: 'xlsx' | 'csv'; title: string; query: unknown; attempts: number }

/** Marks the export as running, and counts the attempt before anything can fail. */
async function begin({ tenant, turn }: Turn, { pool }: JobTools): Promise<Begun> {
  const begun = await inTenant(pool, tenant, (db) =>
    db
      .updateTable('export_job')
      .set({ state: 'running', attempts: sql`attempts + 1`, row_count: null, done_count: 0, error: null })
      .where('turn', '=', turn)
      .returning(['kind', 'format', 'title', 'query', 'attempts'])
      .executeTakeFirst(),
  )
  if (!begun) throw new Unwanted()
  if (begun.attempts > MAX_ATTEMPTS) {
    throw new DomainError('export.cut_off', '生成过程多次中断，未能完成；请稍后重新导出')
  }
  return { ...begun, format: exportFormat.parse(begun.format) }
}

async function make(
  claim: Transaction,
  turn: Turn,
  job: Begun,
  path: string,
  tools: JobTools,
): Promise<void> {
  const { pool, env, clock } = tools
  // The transaction is idle while the rows are read on another connection.
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(claim.db)
  const name = exportKind.parse(job.kind)
  const kind = exportKindOf(name)
  await actAs(claim, turn, name)
  const reader = await Transaction.snapshot(pool)
  let scope: ReturnType<typeof scopeOf>
  let rowCount: number
  let written: { size: number; sha256: Buffer }
  try {
    const who = await actAs(reader, turn, name)
    scope = scopeOf(who)
    await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(reader.db)
    const open = await kind.open({ db: reader.db, who, now: clock.now() }, job.query)
    rowCount = open.rowCount
    const pages = counted(open, turn, tools)
    written = await openStorage(env).write(path, contentOf(job, kind.columns, { rowCount, pages }))
  } finally {
    await reader.rollback()
  }
  await finish({ db: claim.db, now: clock.now(), env }, turn, job, { path, rowCount, scope, ...written })
}

async function actAs(transaction: Transaction, { tenant, user_id }: Turn, kind: ExportKindName) {
  const entered = await transaction.actAs(tenant, user_id, null)
  if (!entered) throw new DomainError('export.user', '发起导出的用户已停用')
  const { who } = entered
  if (who.mustChangePassword) throw new PasswordChangeDue()
  await requireRights({ db: transaction.db, who }, exportRights[kind])
  return who
}

function contentOf(
  { kind, format }: Begun,
  columns: Parameters<typeof csvOf>[0],
  open: OpenExport,
): Readable {
  if (format === 'csv') return csvOf(columns, open.pages)
  return xlsxOf({ columns, ...open, title: exportKinds[exportKind.parse(kind)] })
}

/** The same pages, with progress published; throws when the process stops or the export is cancelled. */
async function* counted({ rowCount, pages }: OpenExport, turn: Turn, tools: JobTools): OpenExport['pages'] {
  let done = 0
  let shownAt = Date.now()
  await show(turn, { row_count: rowCount }, tools)
  for await (const page of pages) {
    tools.signal.throwIfAborted()
    yield page
    done += page.length
    if (Date.now() - shownAt < SHOW_EVERY_MS) continue
    shownAt = Date.now()
    await show(turn, { done_count: done }, tools)
  }
}

/** Publishes the progress in a short separate transaction; a failure of that does not stop the export. */
async function show(
  { tenant, turn }: Turn,
  progress: { row_count: number } | { done_count: number },
  { pool, log }: JobTools,
): Promise<void> {
  const wanted = await inTenant(pool, tenant, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('export_job')
      .set(progress)
      .where('turn', '=', turn)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'the progress of an export is not shown')
    return true
  })
  if (!wanted) throw new Unwanted()
}

type Made = { path: string; rowCount: number; scope: object; size: number; sha256: Buffer }

async function finish(
  ctx: Pick<PublicCtx, 'db' | 'now' | 'env'>,
  { turn }: Turn,
  { format, title }: Begun,
  made: Made,
): Promise<void> {
  const { db, now } = ctx
  const { path, rowCount, scope, size, sha256 } = made
  await addFile(ctx, {
    purpose: 'export',
    name: `${title}.${format}`,
    mediaType: mediaTypes[format],
    path,
    size,
    sha256,
    kept: true,
  })
  const { numUpdatedRows } = await db
    .updateTable('export_job')
    .set({
      state: 'done',
      turn: null,
      done_count: rowCount,
      file_path: path,
      scope: JSON.stringify(scope),
      size: String(size),
      finished_at: now,
      expires_at: new Date(now.getTime() + EXPORT_DAYS * DAY_MS),
    })
    .where('turn', '=', turn)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Unwanted()
}

/** Records how an attempt ended early. Records nothing if another process has claimed the turn meanwhile. */
async function settle(turn: Turn, error: unknown, isLost: boolean, tools: JobTools): Promise<void> {
  const { pool, log, signal, clock } = tools
  const settleInTurn = (work: (db: Db) => Promise<unknown>) =>
    inTenant(pool, turn.tenant, async (db) => {
      const { rows } = await sql`
        select from export_waiting where turn = ${turn.turn} for update skip locked`.execute(db)
      if (rows.length > 0) await work(db)
    })
  if (error instanceof Unwanted) return settleInTurn((db) => endTurn(db, turn))
  if (signal.aborted) return settleInTurn((db) => handBack(db, turn))
  if (isLost || isConnectionLoss(error)) {
    log.warn({ err: error }, 'an export lost its connection')
    return
  }
  const { message, unexpected } = answerFor(error, titleOfPermission)
  if (unexpected) log.error({ err: error }, 'an export failed')
  return settleInTurn(async (db) => {
    await db
      .updateTable('export_job')
      .set({
        state: 'failed',
        turn: null,
        error: isStorageFull(error) ? '服务器存储空间不足，请联系管理员' : message,
        finished_at: clock.now(),
      })
      .where('turn', '=', turn.turn)
      .execute()
    await endTurn(db, turn)
  })
}

/** An orderly shutdown does not count as an attempt: the export starts over. */
const handBack = (db: Db, { turn }: Turn) =>
  db
    .updateTable('export_job')
    .set({ state: 'waiting', attempts: sql`attempts - 1`, row_count: null, done_count: 0 })
    .where('turn', '=', turn)
    .where('state', '=', 'running')
    .execute()

/** SQLSTATE classes 08 and 57P, and the driver's messages without a code for a broken connection. */
const isConnectionLoss = (error: unknown): boolean =>
  /^(08|57P)|^ECONN/.test(codeOf(error)) ||
  (error instanceof Error && error.message.startsWith('Connection terminated'))

const isStorageFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
