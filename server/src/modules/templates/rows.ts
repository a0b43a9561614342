import type { Output } from '@heliodesk/contract/call.ts'
import type { templateCalls } from '@heliodesk/contract/templates.ts'
import { sql } from 'kysely'
import { notFound, type Ctx, type FileAnswer, type Handler } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { contentOf, filesOf } from '../files/index.ts'

export type Template = Output<(typeof templateCalls)['save']>
export type Kind = 'template' | 'manual'

const newestVersion = sql<number>`(
  select max(n.version) from template_version n where n.tenant_id = t.tenant_id and n.template_id = t.id)`

/** The available templates, with the file of their newest version. */
const current = (ctx: Ctx, kind: Kind) =>
  ctx.db
    .selectFrom('template as t')
    .innerJoin('template_version as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 't.tenant_id')
        .onRef('v.template_id', '=', 't.id')
        .on('v.version', '=', newestVersion),
    )
    .where('t.kind', '=', kind)
    .where('t.deleted_at', 'is', null)

const listed = (ctx: Ctx, kind: Kind) =>
  current(ctx, kind)
    .innerJoin('app_user as u', onKey('u.id', 't.updated_by'))
    .select(['t.id', 't.name', 't.remark', 't.version', 't.updated_at as updateTime'])
    .select(['u.realname as updatedBy', 'v.file_path', 'v.file_name as fileName', 'v.version as fileVersion'])

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

async function toTemplates(ctx: Ctx, rows: Row[]): Promise<Template[]> {
  const paths = rows.flatMap((row) => row.file_path ?? [])
  const files = await filesOf(ctx, paths)
  return rows.flatMap(({ file_path, ...row }) => {
    const file = files.get(file_path ?? '')
    if (!file) return []
    const { fileType, size, url, fileUrlThumbnail, fileUrlPreview } = file
    const described = withWireTimes(row, ctx.who.timeZone)
    return { ...described, fileType, size, url, fileUrlThumbnail, fileUrlPreview }
  })
}

/** The keyword is part of the name of the template or of its file. */
export const listPage: Handler<(typeof templateCalls)['list']> = async (ctx, { keyword, ...wanted }) => {
  const ordered = listed(ctx, 'template')
    .where((eb) => eb.or([mentions(sql`t.name`, keyword), mentions(sql`v.file_name`, keyword)]))
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
  const { pageList, rowCount } = await businessPageOf(ordered, wanted, (row) => row)
  return { pageList: await toTemplates(ctx, pageList), rowCount }
}

export async function getTemplate(ctx: Ctx, id: string, kind: Kind): Promise<Template> {
  const [found] = await toTemplates(ctx, await listed(ctx, kind).where('t.id', '=', id).execute())
  if (!found) throw notFound()
  return found
}

export async function findManual(ctx: Ctx): Promise<Template | null> {
  const [found] = await toTemplates(ctx, await listed(ctx, 'manual').execute())
  return found ?? null
}

export async function listVersions(
  ctx: Ctx,
  id: string,
): Promise<Output<(typeof templateCalls)['versions']>> {
  const rows = await ctx.db
    .selectFrom('template_version as v')
    .innerJoin('template as t', onKey('t.id', 'v.template_id'))
    .innerJoin('app_user as u', onKey('u.id', 'v.created_by'))
    .select(['v.version as fileVersion', 'v.file_name as fileName', 'v.size'])
    .select(['v.created_at as createTime', 'u.realname as createdBy'])
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .orderBy('v.version', 'desc')
    .execute()
  if (rows.length === 0) throw notFound()
  return rows.map((row) => ({ ...withWireTimes(row, ctx.who.timeZone), size: Number(row.size) }))
}

/** The content of a version, by default of the newest; null if there is none. */
export async function contentOfVersion(ctx: Ctx, id: string, version?: number): Promise<FileAnswer | null> {
  const row = await ctx.db
    .selectFrom('template_version as v')
    .innerJoin('template as t', onKey('t.id', 'v.template_id'))
    .select(['v.file_path', 'v.file_name'])
    .where('t.id', '=', id)
    .where('t.deleted_at', 'is', null)
    .where('v.version', '=', version ?? newestVersion)
    .executeTakeFirst()
  return row?.file_path == null ? null : contentOf(ctx, row.file_path, row.file_name)
}

/** Whether a file is a version of an available template or manual. */
export const isHandedOut = (ctx: Ctx, path: string): Promise<boolean> =>
  hasRow(ctx.db.selectFrom('template_version').where('file_path', '=', path))
