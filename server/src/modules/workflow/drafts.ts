import { readFileSync } from 'node:fs'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { deleteRow, hasRow, lockRow } from '../../kernel/one-row.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { definitionFileOf, definitionOf, deploy, refusedAs } from './definitions.ts'
import { processIn, renamed } from './engine/file.ts'
import { seesRow } from './instances/business.ts'

type Draft = Output<(typeof workflowCalls)['saveDraft']>

const TEMPLATE = readFileSync(new URL('./template.bpmn', import.meta.url), 'utf8')

const unusable = refusedAs('流程文件不能使用')

const drafts = (db: Db) =>
  db
    .selectFrom('process_draft as d')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.id', '=', 'd.updated_by'),
    )
    .select([
      'd.id',
      'd.version',
      'd.based_on as basedOn',
      'u.realname as savedBy',
      'd.updated_at as saveTime',
    ])

async function draftById(ctx: Ctx, id: string): Promise<Draft> {
  const row = await drafts(ctx.db).where('d.id', '=', id).executeTakeFirstOrThrow(notFound)
  return withWireTimes(row, ctx.who.timeZone)
}

export async function listDrafts(ctx: Ctx) {
  const rows = await drafts(ctx.db).select(['d.key', 'd.name']).orderBy('d.key').execute()
  return rows.map((row) => withWireTimes(row, ctx.who.timeZone))
}

/** What the designer opens; a process without a draft shows what its next draft begins from. */
export async function designOf(ctx: Ctx, key: string): Promise<Output<(typeof workflowCalls)['design']>> {
  const draft = await drafts(ctx.db).select(['d.name', 'd.xml']).where('d.key', '=', key).executeTakeFirst()
  const file = await definitionFileOf(ctx.db, key)
  const shown = draft ?? file
  if (!shown) throw notFound()
  const { rows } = await sql<{ current: number | null; newest: number | null; running: number }>`
    select max(d.version) filter (where d.active) as current, max(d.version) as newest,
      count(i.id)::int as running
    from process_definition d
    left join process_instance i on i.tenant_id = d.tenant_id and i.definition_id = d.id and i.status = 'running'
      and ${seesRow(ctx.who)}
    where d.key = ${key}`.execute(ctx.db)
  const { name, xml } = shown
  return { key, name, xml, draft: draft ? draftIn(ctx, draft) : null, ...one(rows) }
}

const draftIn = (
  { who }: Ctx,
  { id, version, basedOn, savedBy, saveTime }: Omit<Draft, 'saveTime'> & { saveTime: Date },
): Draft => withWireTimes({ id, version, basedOn, savedBy, saveTime }, who.timeZone)

/** Begins a process that has no version yet: from a file, as a copy, or with one step. */
export async function addProcess(
  ctx: Ctx,
  { key, name, copyOf, xml }: Input<(typeof workflowCalls)['addProcess']>,
): Promise<Output<(typeof workflowCalls)['addProcess']>> {
  if (await hasRow(ctx.db.selectFrom('process_definition').where('key', '=', key)))
    throw new DomainError('process_draft.key', `流程编码“${key}”已有流程使用`)
  const source = xml ?? (copyOf === undefined ? TEMPLATE : (await designOf(ctx, copyOf)).xml)
  const own = await renamed(source, key, name).catch(unusable)
  return { ...(await addDraft(ctx, { key, name, xml: own.xml, basedOn: null })), unread: own.unread }
}

/** Begins to change a deployed process. */
export async function beginDraft(ctx: Ctx, key: string, xml: string): Promise<Draft> {
  const { version } = (await definitionFileOf(ctx.db, key)) ?? {}
  if (version === undefined) throw notFound()
  return addDraft(ctx, { key, name: await nameIn(xml, key), xml, basedOn: version })
}

async function addDraft(
  ctx: Ctx,
  { basedOn, ...values }: { key: string; name: string; xml: string; basedOn: number | null },
): Promise<Draft> {
  const added = await ctx.db
    .insertInto('process_draft')
    .values({ ...values, based_on: basedOn, updated_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return draftById(ctx, added.id)
  const { savedBy } = await drafts(ctx.db).where('d.key', '=', values.key).executeTakeFirstOrThrow(notFound)
  throw new DomainError('process_draft.exists', `流程“${values.key}”已有草稿，由${savedBy}保存`)
}

const lockDraft = async (db: Db, id: string, version: number) => {
  const row = await lockRow(db, 'process_draft', id)
  requireVersion(row, version, stale('process_draft', '草稿'))
  return row
}

export async function saveDraft(
  ctx: Ctx,
  { id, version, xml }: Input<(typeof workflowCalls)['saveDraft']>,
): Promise<Draft> {
  const { key } = await lockDraft(ctx.db, id, version)
  await ctx.db
    .updateTable('process_draft')
    .set({
      name: await nameIn(xml, key),
      xml,
      version: version + 1,
      updated_at: ctx.now,
      updated_by: ctx.who.userId,
    })
    .where('id', '=', id)
    .execute()
  return draftById(ctx, id)
}

/** A draft may lack whatever it takes to run, but it is a readable file about its own process. */
async function nameIn(xml: string, key: string): Promise<string> {
  const process = await processIn(xml).catch(unusable)
  if (process.id !== key) throw new DomainError('process_draft.key', `流程编码是“${key}”，不能修改`)
  return process.name?.trim() || key
}

export async function discardDraft(
  ctx: Ctx,
  { id, version }: Input<(typeof workflowCalls)['discardDraft']>,
): Promise<void> {
  await lockDraft(ctx.db, id, version)
  await deleteRow(ctx.db, 'process_draft', id)
}

export async function publishDraft(ctx: Ctx, { id, version }: Input<(typeof workflowCalls)['publishDraft']>) {
  const { xml } = await lockDraft(ctx.db, id, version)
  const key = await deploy(ctx.db, xml, ctx.now)
  await deleteRow(ctx.db, 'process_draft', id)
  return definitionOf(ctx, key)
}
