import type { Output } from '@heliodesk/contract/call.ts'
import {
  DOCUMENTS_AT_ONCE,
  documentKinds,
  stationDocumentCalls,
  type DocumentKind,
} from '@heliodesk/contract/station-documents.ts'
import { sql, type SqlBool } from 'kysely'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { deleteRow, hasRow, updateRow } from '../../kernel/one-row.ts'
import { entryOf } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import { admitReaders, filesOf, keepFiles, releaseFile } from '../files/index.ts'
import { getVisibleStation, recordStationEvent } from '../stations/index.ts'

type Document = Output<(typeof stationDocumentCalls)['edit']>

const visibleDocuments = (ctx: Ctx) =>
  ctx.db
    .selectFrom('station_document as t')
    .innerJoin('station as s', onKey('s.id', 't.station_id'))
    .where(visibleStations(ctx.who, 's'))

admitReaders('station', async (ctx, path) => {
  if ((await missingRight(ctx, ['station:list'])) !== null) return false
  return hasRow(visibleDocuments(ctx).where('t.path', '=', path))
})

const listed = (documents: ReturnType<typeof visibleDocuments>) =>
  documents
    .innerJoin('app_user as u', onKey('u.id', 't.created_by'))
    .select(['t.id', 't.name', 't.path', 't.version', 't.created_at', 'u.realname'])
    .select(sql<DocumentKind>`t.kind`.as('kind'))
    .orderBy('t.id', 'desc')

/** Only documents whose file still exists. */
async function read(ctx: Ctx, documents: ReturnType<typeof listed>): Promise<Document[]> {
  const rows = await documents.execute()
  const paths = rows.map(({ path }) => path)
  const files = await filesOf(ctx, paths)
  return rows.flatMap(({ path, realname, created_at, ...row }) => {
    const file = files.get(path)
    const createTime = toWireTime(created_at, ctx.who.timeZone)
    return file ? [{ ...row, file, createdBy: realname, createTime }] : []
  })
}

const readByIds = (ctx: Ctx, ids: string[]) =>
  read(ctx, listed(visibleDocuments(ctx)).where(sql<SqlBool>`t.id = any(${ids}::bigint[])`))

async function getDocument(ctx: Ctx, id: string): Promise<Document> {
  const [document] = await readByIds(ctx, [id])
  if (!document) throw notFound()
  return document
}

async function lockDocument(ctx: Ctx, id: string) {
  return visibleDocuments(ctx)
    .select(['t.station_id', 't.name', 't.path', 't.version'])
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirstOrThrow(notFound)
}

const told = (ctx: Ctx, psId: string, note: string) =>
  recordStationEvent(ctx, psId, { action: 'document', note })

export const stationDocuments = defineModule(stationDocumentCalls, {
  async list(ctx, { psId }) {
    await getVisibleStation(ctx, psId)
    return read(ctx, listed(visibleDocuments(ctx)).where('t.station_id', '=', psId))
  },

  detail: (ctx, { id }) => getDocument(ctx, id),

  async add(ctx, { psId, kind, paths }) {
    await getVisibleStation(ctx, psId)
    await keepFiles(ctx, paths, 'station', { max: DOCUMENTS_AT_ONCE })
    const files = await filesOf(ctx, paths)
    const rows = await ctx.db
      .insertInto('station_document')
      .values(
        paths.map((path) => ({
          station_id: psId,
          kind,
          name: entryOf(files, path).name,
          path,
          created_at: ctx.now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['tenant_id', 'path']).doNothing())
      .returning(['id', 'name'])
      .execute()
    if (rows.length < paths.length) throw new DomainError('document.used', '文件已添加，请勿重复提交')
    await told(ctx, psId, `新增${documentKinds[kind]}：${rows.map(({ name }) => name).join('、')}`)
    return readByIds(
      ctx,
      rows.map(({ id }) => id),
    )
  },

  async edit(ctx, { id, version, kind, name }) {
    const current = await lockDocument(ctx, id)
    requireVersion(current, version, stale('document', '文档'))
    await updateRow(ctx.db, 'station_document', id, { kind, name, version: version + 1 })
    await told(ctx, current.station_id, `修改文档“${current.name}”为${documentKinds[kind]}“${name}”`)
    return getDocument(ctx, id)
  },

  async remove(ctx, { id }) {
    const { station_id, name, path } = await lockDocument(ctx, id)
    await deleteRow(ctx.db, 'station_document', id)
    await releaseFile(ctx, path)
    await told(ctx, station_id, `删除文档“${name}”`)
    return null
  },
})
