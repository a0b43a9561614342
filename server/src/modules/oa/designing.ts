import type { Input, Output } from '@heliodesk/contract/call.ts'
import { changesBetween } from '@heliodesk/contract/form-changes.ts'
import { faultsOf } from '@heliodesk/contract/form-faults.ts'
import type { FormDefinition } from '@heliodesk/contract/form-fields.ts'
import type { oaFormCalls, startingProcesses } from '@heliodesk/contract/oa-forms.ts'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { hasRow, insertRow, updateRow } from '../../kernel/one-row.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { onViolations } from '../../kernel/violations.ts'
import { onKey } from '../../platform/on-key.ts'
import type { Db } from '../../platform/postgres.ts'
import { compiledOf, deploy, isForm } from '../workflow/index.ts'
import { definitionOf, readDefinition } from './forms.ts'

type Calls = typeof oaFormCalls
type Detail = Output<Calls['detail']>

const taken = onViolations({
  oa_form_tenant_id_key_key: new DomainError('oa_form.key', '表单编码已存在'),
  oa_form_tenant_id_prefix_key: new DomainError('oa_form.prefix', '编号前缀已被其他表单使用'),
})

/** All forms of the company. */
export async function listForms({ db }: Ctx): Promise<Output<Calls['list']>> {
  const { rows } = await sql<{
    id: string
    key: string
    name: string
    prefix: string
    current: number | null
    active: boolean
    isChanged: boolean
  }>`
    select f.id, f.key, coalesce(f.draft ->> 'name', v.definition ->> 'name', f.key) as name, f.prefix,
      f.current_version as current, f.active, f.draft is not null as "isChanged"
    from oa_form f
    left join oa_form_version v
      on v.tenant_id = f.tenant_id and v.form_key = f.key and v.version = f.current_version
    order by f.id`.execute(db)
  return rows
}

export async function getForm(ctx: Ctx, id: string): Promise<Detail> {
  const row = await ctx.db
    .selectFrom('oa_form as f')
    .leftJoin('app_user as u', onKey('u.id', 'f.updated_by'))
    .selectAll('f')
    .select('u.realname')
    .where('f.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const versions = await versionsOf(ctx, row.key)
  const definition = row.draft === null ? versions[0]?.definition : readDefinition(row.draft)
  if (!definition) throw notFound()
  return {
    id: row.id,
    key: row.key,
    name: definition.name,
    prefix: row.prefix,
    current: row.current_version,
    active: row.active,
    isChanged: row.draft !== null,
    version: row.version,
    about: row.about,
    roleIds: row.role_ids,
    departmentIds: row.department_ids,
    definition,
    versions,
    nodes: [...(await nodesOf(ctx.db, row.key))],
    roles: await ctx.db
      .selectFrom('role')
      .select(['id', 'role_name as name'])
      .orderBy('name_place')
      .execute(),
    updatedBy: row.realname ?? '系统',
    updateTime: toWireTime(row.updated_at, ctx.who.timeZone),
  }
}

async function versionsOf({ db, who }: Ctx, key: string): Promise<Detail['versions']> {
  const rows = await db
    .selectFrom('oa_form_version as v')
    .leftJoin('app_user as u', onKey('u.id', 'v.published_by'))
    .select(['v.version', 'v.definition', 'v.note', 'v.changes', 'v.published_at', 'u.realname'])
    .where('v.form_key', '=', key)
    .orderBy('v.version', 'desc')
    .execute()
  return rows.map(({ definition, changes, published_at, realname, ...row }) => ({
    ...row,
    definition: readDefinition(definition),
    changes: changes as string[],
    publishedBy: realname ?? '系统',
    publishTime: toWireTime(published_at, who.timeZone),
  }))
}

const nodesOf = async (db: Db, key: string): Promise<ReadonlySet<string>> =>
  new Set((await compiledOf(db, key)).process.nodes.keys())

const firstFields = (name: string): FormDefinition =>
  readDefinition({
    name,
    title: '{applicant}的' + name,
    fields: [{ kind: 'longText', key: 'remark', label: '事由', required: true }],
  })

const templates: Readonly<Record<keyof typeof startingProcesses, URL>> = {
  head: new URL('./processes/head.bpmn', import.meta.url),
  headAndCompany: new URL('./processes/head-and-company.bpmn', import.meta.url),
}

const escaped = (name: string) =>
  name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A form without a published version, and a process for it where the company has none of its key. */
export async function addForm(
  ctx: Ctx,
  { key, name, prefix, process }: Input<Calls['add']>,
): Promise<Detail> {
  if (!isForm(key)) throw new DomainError('oa_form.key', `编码 ${key} 是系统业务的编码，请换一个`)
  if (!(await hasRow(ctx.db.selectFrom('process_definition').where('key', '=', key)))) {
    const xml = readFileSync(templates[process], 'utf8')
    // The name may contain what has a meaning in a replacement.
    await deploy(
      ctx.db,
      xml.replaceAll('form_key', key).replace('form_name', () => escaped(name)),
      ctx.now,
    )
  }
  const id = await insertRow(ctx.db, 'oa_form', {
    key,
    prefix,
    draft: JSON.stringify(firstFields(name)),
    updated_at: ctx.now,
  }).catch(taken)
  return getForm(ctx, id)
}

async function lockForm({ db }: Ctx, { id, version }: { id: string; version: number }) {
  const row = await db
    .selectFrom('oa_form')
    .select(['key', 'draft', 'current_version', 'active', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(row, version, stale('oa_form', '表单'))
  return row
}

/** Writes a change of a form, and answers it as it is now. */
async function change(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  values: Partial<Parameters<typeof updateRow<'oa_form'>>[3]>,
): Promise<Detail> {
  await updateRow(ctx.db, 'oa_form', id, {
    ...values,
    version: version + 1,
    updated_at: ctx.now,
    updated_by: ctx.who.userId,
  })
  return getForm(ctx, id)
}

export async function editForm(ctx: Ctx, input: Input<Calls['edit']>): Promise<Detail> {
  const { key, current_version } = await lockForm(ctx, input)
  const { about, definition } = input
  const roleIds = [...new Set(input.roleIds)]
  const departmentIds = [...new Set(input.departmentIds)]
  await requireKnown(ctx.db, roleIds, departmentIds)
  const published = current_version === null ? null : await definitionOf(ctx.db, key, current_version)
  const isSame = published !== null && JSON.stringify(published) === JSON.stringify(definition)
  return change(ctx, input, {
    about,
    role_ids: roleIds,
    department_ids: departmentIds,
    draft: isSame ? null : JSON.stringify(definition),
  })
}

async function requireKnown(
  db: Db,
  roleIds: readonly string[],
  departmentIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ roles: number; departments: number }>`
    select (select count(*)::int from role where id = any(${roleIds}::bigint[])) as roles,
      (select count(*)::int from department where id = any(${departmentIds}::bigint[])) as departments`.execute(
    db,
  )
  if (rows[0]?.roles !== roleIds.length)
    throw new DomainError('oa_form.role', '可发起的角色中有不存在的，请重新选择')
  if (rows[0]?.departments !== departmentIds.length)
    throw new DomainError('oa_form.department', '可发起的部门中有不存在的，请重新选择')
}

export async function discardDraft(ctx: Ctx, input: Input<Calls['discard']>): Promise<Detail> {
  const { current_version } = await lockForm(ctx, input)
  if (current_version === null)
    throw new DomainError('oa_form.unpublished', '表单还没有发布过，没有可恢复的版本')
  return change(ctx, input, { draft: null })
}

export async function publishForm(ctx: Ctx, input: Input<Calls['publish']>): Promise<Detail> {
  const { key, draft, current_version } = await lockForm(ctx, input)
  if (draft === null) throw new DomainError('oa_form.unchanged', '没有修改，不需要发布')
  const definition = readDefinition(draft)
  const faults = faultsOf(definition, await nodesOf(ctx.db, key))
  if (faults.length > 0)
    throw new DomainError(
      'oa_form.faults',
      `表单不能发布：${faults
        .slice(0, 5)
        .map(({ message }) => message)
        .join('；')}`,
    )
  const published = current_version === null ? null : await definitionOf(ctx.db, key, current_version)
  const next = (current_version ?? 0) + 1
  await ctx.db
    .insertInto('oa_form_version')
    .values({
      form_key: key,
      version: next,
      definition: JSON.stringify(definition),
      note: input.note,
      changes: JSON.stringify(changesBetween(published, definition)),
      published_at: ctx.now,
    })
    .execute()
  return change(ctx, input, { draft: null, current_version: next })
}

export async function setFormActive(ctx: Ctx, input: Input<Calls['setActive']>): Promise<Detail> {
  await lockForm(ctx, input)
  return change(ctx, input, { active: input.active })
}
