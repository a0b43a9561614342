import type { Input, Output } from '@heliodesk/contract/call.ts'
import { faultsOfFields } from '@heliodesk/contract/form-faults.ts'
import { changesOfType } from '@heliodesk/contract/task-type-changes.ts'
import type { taskTypeCalls, TaskTypeDefinition } from '@heliodesk/contract/task-types.ts'
import { sql } from 'kysely'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { missingRight } from '../../kernel/rights.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onViolations } from '../../kernel/violations.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { onKey } from '../../platform/on-key.ts'
import { one } from '../../platform/certain.ts'
import { processesForOrders, requireProcess } from './processes.ts'
import { readDefinition, typeOfOrder } from './types.ts'
import { tellDictionary } from './dictionary.ts'

type Calls = typeof taskTypeCalls
type Detail = Output<Calls['detail']>

/** The numbers of the specification's types are below it. */
const FIRST_OWN = 101

const taken = onViolations({
  task_type_tenant_id_name_key: new DomainError('task_type.name', '类型名称已被其他任务类型使用'),
})

export async function listTypes({ db }: Ctx): Promise<Output<Calls['list']>> {
  const rows = await db
    .selectFrom('task_type')
    .select(['id', 'name', 'active', 'current_version as current'])
    .select(sql<boolean>`draft is not null`.as('isChanged'))
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows
}

export async function getType(ctx: Ctx, id: number): Promise<Detail> {
  const row = await ctx.db
    .selectFrom('task_type as t')
    .leftJoin('app_user as u', onKey('u.id', 't.updated_by'))
    .selectAll('t')
    .select('u.realname')
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const versions = await versionsOf(ctx, id)
  const definition = row.draft === null ? versions[0]?.definition : readDefinition(row.draft)
  if (!definition) throw notFound()
  return {
    id,
    name: row.name,
    active: row.active,
    current: row.current_version,
    isChanged: row.draft !== null,
    version: row.version,
    definition,
    versions,
    openOrders: await openOrdersOf(ctx, id),
    processes: await processesForOrders(ctx),
    updatedBy: row.realname ?? '系统',
    updateTime: toWireTime(row.updated_at, ctx.who.timeZone),
  }
}

async function versionsOf({ db, who }: Ctx, id: number): Promise<Detail['versions']> {
  const rows = await db
    .selectFrom('task_type_version as v')
    .leftJoin('app_user as u', onKey('u.id', 'v.published_by'))
    .select(['v.version', 'v.definition', 'v.note', 'v.changes', 'v.published_at', 'u.realname'])
    .where('v.type_id', '=', id)
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

/** All open orders of the company, whatever the data scope, for whoever may see orders. */
async function openOrdersOf(ctx: Ctx, id: number): Promise<Detail['openOrders']> {
  if ((await missingRight(ctx, ['order:list'])) !== null) return []
  const { rows } = await sql<{ version: number; orders: number }>`
    select type_version as version, count(*)::int as orders from work_order
    where flow_sts < 4 and task_type = ${id} group by type_version order by type_version desc`.execute(ctx.db)
  return rows
}

type Seen = { id: number; version: number }

async function lockType({ db }: Ctx, { id, version }: Seen) {
  const row = await db
    .selectFrom('task_type')
    .select(['id', 'name', 'draft', 'current_version', 'active', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  requireVersion(row, version, stale('task_type', '任务类型'))
  return row
}

type Values = { name?: string; draft?: string | null; current_version?: number; active?: boolean }

/** Writes a change of a type, and answers it as it is now. */
async function change(ctx: Ctx, { id, version }: Seen, values: Values): Promise<Detail> {
  await ctx.db
    .updateTable('task_type')
    .set({ ...values, version: version + 1, updated_at: ctx.now, updated_by: ctx.who.userId })
    .where('id', '=', id)
    .execute()
    .catch(taken)
  return getType(ctx, id)
}

export async function addType(ctx: Ctx, { name, from }: Input<Calls['add']>): Promise<Detail> {
  const { definition } = await getType(ctx, from)
  // Two types at once would have the same number.
  await sql`select pg_advisory_xact_lock(hashtextextended('task type ' || app.tenant_id(), 0))`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number; place: number }>`
    select greatest(max(id) + 1, ${FIRST_OWN})::int as id, coalesce(max(place), 0) + 1 as place from task_type`.execute(
    ctx.db,
  )
  const { id, place } = one(rows)
  await ctx.db
    .insertInto('task_type')
    .values({
      id,
      name,
      place,
      draft: JSON.stringify({ ...definition, name, about: '' }),
      updated_at: ctx.now,
    })
    .execute()
    .catch(taken)
  return getType(ctx, id)
}

export async function editType(ctx: Ctx, input: Input<Calls['edit']>): Promise<Detail> {
  const { id, current_version } = await lockType(ctx, input)
  const { definition } = input
  const published = current_version === null ? null : await typeOfOrder(ctx, id, current_version)
  const isSame = published !== null && JSON.stringify(published.definition) === JSON.stringify(definition)
  return change(ctx, input, {
    draft: isSame ? null : JSON.stringify(definition),
    // Without a version, the draft is all that the type has.
    ...(published === null && { name: definition.name }),
  })
}

export async function discardDraft(ctx: Ctx, input: Seen): Promise<Detail> {
  const { current_version } = await lockType(ctx, input)
  if (current_version === null)
    throw new DomainError('task_type.unpublished', '任务类型还没有发布过，没有可恢复的版本')
  return change(ctx, input, { draft: null })
}

export async function publishType(ctx: Ctx, input: Input<Calls['publish']>): Promise<Detail> {
  const { id, draft, current_version } = await lockType(ctx, input)
  if (draft === null) throw new DomainError('task_type.unchanged', '没有修改，不需要发布')
  const definition = readDefinition(draft)
  await requirePublishable(ctx, definition)
  const published = current_version === null ? null : await typeOfOrder(ctx, id, current_version)
  const next = (current_version ?? 0) + 1
  await ctx.db
    .insertInto('task_type_version')
    .values({
      type_id: id,
      version: next,
      definition: JSON.stringify(definition),
      scored: definition.scored,
      note: input.note,
      changes: JSON.stringify(changesOfType(published?.definition ?? null, definition)),
      published_at: ctx.now,
    })
    .execute()
  const written = await change(ctx, input, { draft: null, current_version: next, name: definition.name })
  await tellDictionary(ctx.db, written)
  return written
}

async function requirePublishable(ctx: Ctx, { fields, process }: TaskTypeDefinition): Promise<void> {
  const faults = faultsOfFields(fields).slice(0, 5)
  if (faults.length > 0)
    throw new DomainError(
      'task_type.faults',
      `任务类型不能发布：${faults.map(({ message }) => message).join('；')}`,
    )
  await requireProcess(ctx.db, process)
}

export async function setTypeActive(ctx: Ctx, input: Input<Calls['setActive']>): Promise<Detail> {
  await lockType(ctx, input)
  const written = await change(ctx, input, { active: input.active })
  await tellDictionary(ctx.db, written)
  return written
}

/** Types that are not named keep their order after those that are. */
export async function arrangeTypes(
  ctx: Ctx,
  { types }: Input<Calls['arrange']>,
): Promise<Output<Calls['list']>> {
  await sql`
    update task_type t set place = o.place from (
      select id, row_number() over (order by array_position(${types}::int[], id::int) nulls last, place, id) as place
      from task_type) o
    where t.id = o.id and t.place <> o.place`.execute(ctx.db)
  return listTypes(ctx)
}
