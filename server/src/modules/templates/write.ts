import type { Input } from '@heliodesk/contract/call.ts'
import type { templateCalls } from '@heliodesk/contract/templates.ts'
import { DomainError, notFound, type Ctx, type Handler } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolation } from '../../kernel/violations.ts'
import { insertRow, updateRow } from '../../kernel/one-row.ts'
import { fileOf, keepFile, releaseFile } from '../files/index.ts'
import { getTemplate, type Kind, type Template } from './rows.ts'

type Saved = Input<(typeof templateCalls)['save']>

const STALE = stale('template', '模板')
const NAME_TAKEN = new DomainError('template.name_taken', '已存在同名模板')

/** Creates a template, or adds the next version to an existing one. */
export async function saveTemplate(ctx: Ctx, { id, path, version, ...named }: Saved): Promise<Template> {
  if (id === undefined) {
    if (path === undefined) throw new InvalidInput('参数有误：文件（path）：请选择文件', { blank: true })
    return add(ctx, 'template', named, path).catch(onViolation('template_name', NAME_TAKEN))
  }
  const row = await lock(ctx, id, 'template', version)
  return change(ctx, row, 'template', named, path).catch(onViolation('template_name', NAME_TAKEN))
}

/** There is one manual; concurrent first uploads create it only once. */
export const saveManual: Handler<(typeof templateCalls)['saveManual']> = async (ctx, { path, version }) => {
  const row = await ctx.db
    .selectFrom('template')
    .select(['id', 'version'])
    .where('kind', '=', 'manual')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const named = { name: '操作手册', remark: '' }
  if (row) {
    requireVersion(row, version, STALE)
    return change(ctx, row, 'manual', named, path)
  }
  return add(ctx, 'manual', named, path)
    .catch(onViolation('template_manual', STALE))
    .catch(onViolation('template_name', STALE))
}

/** Releases its files; the record of the template and its versions is kept. */
export const removeTemplate: Handler<(typeof templateCalls)['remove']> = async (ctx, { id, version }) => {
  await lock(ctx, id, 'template', version)
  const versions = await ctx.db
    .selectFrom('template_version')
    .select('file_path')
    .where('template_id', '=', id)
    .execute()
  for (const { file_path } of versions) if (file_path !== null) await releaseFile(ctx, file_path)
  await ctx.db
    .updateTable('template_version')
    .set({ file_path: null })
    .where('template_id', '=', id)
    .execute()
  await updateRow(ctx.db, 'template', id, {
    deleted_at: ctx.now,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  })
  return {}
}

async function lock(ctx: Ctx, id: string, kind: Kind, version: number | undefined) {
  const row = await ctx.db
    .selectFrom('template')
    .select(['id', 'version'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(row, version, STALE)
  return row
}

type Named = { name: string; remark: string }

async function add(ctx: Ctx, kind: Kind, named: Named, path: string): Promise<Template> {
  const id = await insertRow(ctx.db, 'template', { kind, ...named, updated_at: ctx.now })
  await addFileVersion(ctx, id, kind, path)
  return getTemplate(ctx, id, kind)
}

async function change(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  kind: Kind,
  named: Named,
  path: string | undefined,
): Promise<Template> {
  await updateRow(ctx.db, 'template', id, {
    ...named,
    version: version + 1,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  })
  if (path !== undefined) await addFileVersion(ctx, id, kind, path)
  return getTemplate(ctx, id, kind)
}

/** The caller holds the lock on the template's row, so version numbers are assigned one after the other. */
async function addFileVersion(ctx: Ctx, id: string, kind: Kind, path: string): Promise<void> {
  await keepFile(ctx, path, kind === 'manual' ? 'annex' : 'template')
  const file = await fileOf(ctx, path)
  if (!file) throw notFound()
  const { last } = await ctx.db
    .selectFrom('template_version')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('template_id', '=', id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('template_version')
    .values({
      template_id: id,
      version: (last ?? 0) + 1,
      file_path: path,
      file_name: file.name,
      size: String(file.size),
      created_at: ctx.now,
    })
    .execute()
}
