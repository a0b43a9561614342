import type { Readable } from 'node:stream'
import {
  exportKind,
  fileFormat,
  isArchive,
  titleOfExport,
  rightsOfExport,
  type ExportKindName,
  type FileFormat,
  type TableKind,
} from '@heliodesk/contract/exports.ts'
import { exportMark, type ExportMark } from '@heliodesk/contract/watermark.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  DomainError,
  type Attempt,
  type Job,
  type JobTools,
  type PublicCtx,
  type Who,
} from '../../kernel/context.ts'
import { noteAudit } from '../../kernel/audit.ts'
import { isConnectionLoss, PasswordChangeDue } from '../../kernel/errors.ts'
import { archiveKindOf, exportKindOf, type MadeArchive, type OpenExport } from '../../kernel/export-kind.ts'

import { Unwanted } from '../../kernel/queue.ts'
import { requireRights } from '../../kernel/rights.ts'
import { readSettings } from '../../kernel/settings.ts'
import { inTenant, Transaction } from '../../kernel/transaction.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { openStorage } from '../../platform/open-storage.ts'
import type { Db } from '../../platform/postgres.ts'
import { addFile, newPath } from '../files/index.ts'
import { csvOf } from './csv.ts'
import { hiding } from './hiding.ts'
import { scopeOf } from './scope.ts'
import { xlsxOf } from './xlsx.ts'

const SHOW_EVERY_MS = 500
const STATEMENT_TIMEOUT = '10min'
const DAY_MS = 86_400_000

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const

const payload = z.object({ userId: z.string() })

type Turn = Pick<Attempt<z.output<typeof payload>>, 'id' | 'tenant' | 'payload' | 'attempts' | 'finish'>

/**
 * Makes a file. One transaction records the file and the new state, so the export happens exactly once or not at all. A
 * second transaction reads the rows, and short separate ones publish the progress.
 */
export const makeExport: Job<z.output<typeof payload>> = {
  changes: ['export'],
  kind: 'export',
  payload,
  /** Two, so that a long export does not block everybody; each uses two connections of the pool. */
  atOnce: ({ DATABASE_POOL }) => (DATABASE_POOL < 8 ? 1 : 2),
  cutOff: '生成过程多次中断，未能完成；请稍后重新导出',
  isFinal: (error) => !isConnectionLoss(error),
  async run(turn, tools) {
    const begun = await begin(turn, tools)
    const path = newPath(begun.format)
    try {
      await make(turn, begun, path, tools)
    } catch (error) {
      // A commit whose answer was lost may have succeeded; then the bytes are needed.
      if (!isConnectionLoss(error)) await openStorage(tools.env).remove(path)
      throw error
    }
  },
  async failed(db, { id }, { isFinal, message, attempts }) {
    await db
      .updateTable('export_job')
      .set(
        isFinal
          ? { state: 'failed', turn: null, error: message, finished_at: sql`now()` }
          : { state: 'waiting', attempts, row_count: null, done_count: 0 },
      )
      .where('turn', '=', id)
      .execute()
  },
}

type Begun = { kind: ExportKindName; format: FileFormat; title: string; conditions: string; query: unknown }

/** Marks the export as running. */
async function begin({ tenant, id, attempts }: Turn, { pool }: JobTools): Promise<Begun> {
  const begun = await inTenant(pool, tenant, (db) =>
    db
      .updateTable('export_job')
      .set({ state: 'running', attempts, row_count: null, done_count: 0, error: null })
      .where('turn', '=', id)
      .returning(['kind', 'format', 'title', 'conditions', 'query'])
      .executeTakeFirst(),
  )
  if (!begun) throw new Unwanted()
  return { ...begun, kind: exportKind.parse(begun.kind), format: fileFormat.parse(begun.format) }
}

async function make(turn: Turn, begun: Begun, path: string, tools: JobTools): Promise<void> {
  const { pool, env, clock } = tools
  const reader = await Transaction.snapshot(pool)
  let scope: ReturnType<typeof scopeOf>
  let rowCount: number
  let written: { size: number; sha256: Buffer }
  try {
    const entered = await reader.actAs(turn.tenant, turn.payload.userId, null)
    const who = await allow(reader.db, entered, begun.kind)
    scope = scopeOf(who)
    await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(reader.db)
    const made = await contentFor({ db: reader.db, who }, begun, turn, tools)
    written = await openStorage(env).write(path, made.content)
    rowCount = made.rowCount()
    requireSize(who, rowCount)
  } finally {
    await reader.rollback()
  }
  await turn.finish(async (db, actAs) => {
    await allow(db, await actAs(turn.payload.userId, null), begun.kind)
    await record({ db, now: clock.now(), env }, turn, begun, { path, rowCount, scope, ...written })
  })
}

async function contentFor(
  { db, who }: { db: Db; who: Who },
  { kind: name, format, query }: Begun,
  turn: Turn,
  tools: JobTools,
): Promise<MadeArchive> {
  const now = tools.clock.now()
  if (isArchive(name))
    return archiveKindOf(name)({ db, who, now, env: tools.env, signal: tools.signal }, query)
  const kind = exportKindOf(name)
  const open = await kind.open({ db, who, now }, query)
  requireSize(who, open.rowCount)
  const columns = kind.chosen?.(query) ?? kind.columns
  const pages = hiding(who, columns, counted(open, turn, tools))
  const mark = await markOf(db, who, now)
  const content = contentOf(name, format, columns, { ...open, pages, mark })
  return { content, rowCount: () => open.rowCount }
}

function requireSize({ narrowing }: Who, rowCount: number): void {
  const most = narrowing?.mostExportRows ?? null
  if (most !== null && rowCount > most)
    throw new DomainError('export.rows', `共 ${rowCount} 行，您的数据角色每次最多导出 ${most} 行，请缩小范围`)
}

async function allow(db: Db, entered: { who: Who } | null, kind: ExportKindName): Promise<Who> {
  if (!entered) throw new DomainError('export.user', '发起导出的用户已停用')
  const { who } = entered
  if (who.mustChangePassword) throw new PasswordChangeDue()
  await requireRights({ db, who }, rightsOfExport(kind))
  return who
}

/** A CSV file has no place for it: a line more would be a row to every program that reads it. */
async function markOf(db: Db, { userId, timeZone }: Who, now: Date): Promise<ExportMark | null> {
  if (!(await readSettings(db)).system.values.exportMark) return null
  const person = await db
    .selectFrom('app_user')
    .select(['realname', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return exportMark(person, toWireTime(now, timeZone))
}

function contentOf(
  kind: TableKind,
  format: FileFormat,
  columns: Parameters<typeof csvOf>[0],
  open: OpenExport & { mark: ExportMark | null },
): Readable {
  if (format === 'csv') return csvOf(columns, open.pages)
  return xlsxOf({ columns, ...open, title: titleOfExport(kind) })
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
  { tenant, id }: Turn,
  progress: { row_count: number } | { done_count: number },
  { pool, log }: JobTools,
): Promise<void> {
  const wanted = await inTenant(pool, tenant, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('export_job')
      .set(progress)
      .where('turn', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'the progress of an export is not shown')
    return true
  })
  if (!wanted) throw new Unwanted()
}

type Made = { path: string; rowCount: number; scope: object; size: number; sha256: Buffer }

async function record(
  ctx: Pick<PublicCtx, 'db' | 'now' | 'env'>,
  { id }: Turn,
  { kind, format, title, conditions }: Begun,
  made: Made,
): Promise<void> {
  const { db, now } = ctx
  const { path, rowCount, scope, size, sha256 } = made
  await noteAudit(db, {
    kind: 'export',
    object: 'export',
    record: kind,
    name: title,
    changes: { rows: rowCount, format, conditions },
  })
  await addFile(ctx, {
    purpose: 'export',
    name: `${title}.${format}`,
    mediaType: mediaTypes[format],
    path,
    size,
    sha256,
    kept: true,
  })
  const { exportDays } = (await readSettings(db)).system.values
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
      expires_at: new Date(now.getTime() + exportDays * DAY_MS),
    })
    .where('turn', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Unwanted()
}
