import type { Output } from '@heliodesk/contract/call.ts'
import {
  exportCalls,
  exportKind,
  fileFormat,
  titleOfExport,
  rightsOfExport,
  exportState,
  exportStates,
  type ExportKindName,
  type ExportState,
  type FileFormat,
} from '@heliodesk/contract/exports.ts'
import { sql, type SqlBool } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { dropJob } from '../../kernel/queue.ts'
import { missingRight, requireRights } from '../../kernel/rights.ts'
import { toWireTime, toWireTimeOrNull } from '../../kernel/wire-time.ts'
import { deleteRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { present } from '../../platform/certain.ts'
import { guardFiles, releaseFile, signedUrl } from '../files/index.ts'
import { expireExports } from './expiry.ts'
import { makeExport } from './jobs.ts'
import { joinQueue } from './queue.ts'
import { covers } from './scope.ts'

type ExportJob = Output<(typeof exportCalls)['add']>

const OUT_OF_SCOPE = new DomainError('export.scope', '您的数据范围已变化，该文件不能再下载，请重新新建导出')

/** The browser that requested the link follows it at once. */
const LINK_SECONDS = 60

const ownExports = ({ db, who }: Ctx) => db.selectFrom('export_job').where('created_by', '=', who.userId)

const listed = (exports: ReturnType<typeof ownExports>) => exports.selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

const fileNameOf = ({ title, format }: Pick<Row, 'title' | 'format'>) => `${title}.${format}`

const toJob = (row: Row, zone: string): ExportJob => ({
  id: row.id,
  kind: exportKind.parse(row.kind),
  format: fileFormat.parse(row.format),
  fileName: fileNameOf(row),
  conditions: row.conditions,
  state: exportState.parse(row.state),
  rowCount: row.row_count,
  doneCount: row.done_count,
  size: row.size === null ? null : Number(row.size),
  error: row.error,
  attempts: row.attempts,
  createTime: toWireTime(row.created_at, zone),
  finishTime: toWireTimeOrNull(row.finished_at, zone),
  expireTime: toWireTimeOrNull(row.expires_at, zone),
})

async function getExport(ctx: Ctx, id: string): Promise<ExportJob> {
  const row = await listed(ownExports(ctx)).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  return toJob(row, ctx.who.timeZone)
}

/** Locks one of the caller's exports that is in one of these states; otherwise throws with the reason. */
async function lockExport(ctx: Ctx, id: string, states: readonly ExportState[], verb: string): Promise<Row> {
  const row = await listed(ownExports(ctx)).where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound)
  const state = exportState.parse(row.state)
  if (!states.includes(state)) {
    throw new DomainError('export.state', `该导出${exportStates[state]}，不能${verb}`)
  }
  return row
}

/** A file can only be downloaded by a person for whom it could still be made. */
async function mayFetch(ctx: Pick<Ctx, 'db' | 'who'>, path: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('export_job')
    .select(['kind', 'scope'])
    .where('created_by', '=', ctx.who.userId)
    .where('file_path', '=', path)
    .executeTakeFirst()
  if (!row || !covers(ctx.who, row.scope)) return false
  return (await missingRight(ctx, rightsOfExport(exportKind.parse(row.kind)))) === null
}

type Wanted = { kind: ExportKindName; format: FileFormat; conditions: string; query: unknown }

/** Adds an export to the person's queue. */
export async function queueExport(ctx: Ctx, { kind, format, conditions, query }: Wanted): Promise<ExportJob> {
  await requireRights(ctx, rightsOfExport(kind))
  const id = await insertRow(ctx.db, 'export_job', {
    kind,
    format,
    title: `${titleOfExport(kind)}_${toWireTime(ctx.now, ctx.who.timeZone).replaceAll(/\D/g, '')}`,
    conditions,
    query: JSON.stringify(query),
    ...(await joinQueue(ctx)),
    created_at: ctx.now,
  })
  return getExport(ctx, id)
}

guardFiles('export', mayFetch)

export const exports = defineModule(
  exportCalls,
  {
    add: queueExport,

    page: (ctx, wanted) =>
      businessPageOf(listed(ownExports(ctx)).orderBy('id', 'desc'), wanted, (row) =>
        toJob(row, ctx.who.timeZone),
      ),

    async progress(ctx, { ids }) {
      const rows = await listed(ownExports(ctx))
        .where(sql<SqlBool>`(turn is not null or id = any(${ids}::bigint[]))`)
        .orderBy('id')
        .execute()
      return rows.map((row) => toJob(row, ctx.who.timeZone))
    },

    async cancel(ctx, { id }) {
      const { turn } = await lockExport(ctx, id, ['waiting', 'running'], '取消')
      await updateRow(ctx.db, 'export_job', id, { state: 'cancelled', turn: null, finished_at: ctx.now })
      await dropJob(ctx.db, present(turn))
      return getExport(ctx, id)
    },

    async retry(ctx, { id }) {
      const { kind } = await lockExport(ctx, id, ['failed', 'cancelled', 'expired'], '重新导出')
      await requireRights(ctx, rightsOfExport(exportKind.parse(kind)))
      await updateRow(ctx.db, 'export_job', id, {
        ...(await joinQueue(ctx)),
        attempts: 0,
        row_count: null,
        done_count: 0,
        size: null,
        error: null,
        finished_at: null,
        expires_at: null,
      })
      return getExport(ctx, id)
    },

    async remove(ctx, { id }) {
      const { file_path: path } = await lockExport(
        ctx,
        id,
        ['done', 'failed', 'cancelled', 'expired'],
        '删除，请先取消',
      )
      await deleteRow(ctx.db, 'export_job', id)
      if (path !== null) await releaseFile(ctx, path)
      return null
    },

    async link(ctx, { id }) {
      const row = await listed(ownExports(ctx)).where('id', '=', id).executeTakeFirstOrThrow(notFound)
      const isOver = row.state === 'expired' || (row.expires_at !== null && row.expires_at <= ctx.now)
      if (isOver) throw new DomainError('export.expired', '文件已过期，请重新导出')
      if (row.file_path === null) {
        throw new DomainError('export.state', `该导出${exportStates[exportState.parse(row.state)]}，不能下载`)
      }
      await requireRights(ctx, rightsOfExport(exportKind.parse(row.kind)))
      if (!covers(ctx.who, row.scope)) throw OUT_OF_SCOPE
      const url = await signedUrl(ctx, { tenantId: ctx.who.tenantId, path: row.file_path }, LINK_SECONDS)
      return { url, fileName: fileNameOf(row) }
    },
  },
  [expireExports],
  [makeExport],
)
