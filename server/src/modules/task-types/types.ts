import type { Output } from '@heliodesk/contract/call.ts'
import { formField } from '@heliodesk/contract/form-fields.ts'
import {
  taskTypeDefinition,
  type taskTypeCalls,
  type TaskTypeDefinition,
} from '@heliodesk/contract/task-types.ts'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'

/** Published versions never change, so those that were read lately are kept. */
const MOST_KEPT = 500
const kept = new Map<string, TaskTypeDefinition>()

/** A definition as its schema reads it: what later versions of the product added has its default. */
export const readDefinition = (stored: unknown): TaskTypeDefinition => taskTypeDefinition.parse(stored)

function keep(name: string, stored: unknown): TaskTypeDefinition {
  const definition = kept.get(name) ?? readDefinition(stored)
  kept.delete(name)
  kept.set(name, definition)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MOST_KEPT) kept.delete(oldest)
  return definition
}

/** A published version of a type. */
export type TypeVersion = { id: number; version: number; definition: TaskTypeDefinition }

/** The version that new orders of a type follow; refused for a type that takes none, unless it has to. */
export async function typeForNewOrder(
  db: Db,
  id: number,
  { evenInactive = false } = {},
): Promise<TypeVersion & { active: boolean }> {
  const { rows } = await sql<{
    tenant: number
    name: string
    active: boolean
    version: number | null
    definition: unknown
  }>`
    select t.tenant_id as tenant, t.name, t.active, v.version, v.definition from task_type t
    left join task_type_version v
      on v.tenant_id = t.tenant_id and v.type_id = t.id and v.version = t.current_version
    where t.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new InvalidInput('参数有误：任务类型（taskType）：没有这种任务类型')
  if (row.version === null) throw new DomainError('task_type.unpublished', `任务类型“${row.name}”还没有发布`)
  if (!row.active && !evenInactive)
    throw new DomainError('task_type.inactive', `任务类型“${row.name}”已停用，不能新建工单`)
  const { version, active } = row
  return { id, version, active, definition: keep(`${row.tenant} ${id} ${version}`, row.definition) }
}

/** The version that an order was created with. */
export async function typeOfOrder(
  { db, who }: Pick<Ctx, 'db' | 'who'>,
  id: number,
  version: number,
): Promise<TypeVersion> {
  const name = `${who.tenantId} ${id} ${version}`
  const known = kept.get(name)
  if (known) return { id, version, definition: known }
  const { definition } = await db
    .selectFrom('task_type_version')
    .select('definition')
    .where('type_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow(notFound)
  return { id, version, definition: keep(name, definition) }
}

/** The work document that an order `o` begins with: its prerequisites and steps, none done yet. */
export const workDocument = (typeId: number, version: number): RawBuilder<unknown> => sql`(
  select
    coalesce((
      select jsonb_agg(p.each || '{"met": false}' order by p.place)
      from jsonb_array_elements(v.definition -> 'prerequisites') with ordinality p (each, place)), '[]') as prerequisites,
    coalesce((
      select jsonb_agg(s.each || '{"done": false, "doneAt": null, "value": "", "note": ""}' order by s.place)
      from jsonb_array_elements(v.definition -> 'steps') with ordinality s (each, place)), '[]') as steps
  from task_type_version v where v.type_id = ${typeId} and v.version = ${version})`

/** The process that new orders of each type follow. */
export async function processesByType(db: Db): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; process: string | null }>`
    select t.id, v.definition ->> 'process' as process from task_type t
    join task_type_version v
      on v.tenant_id = t.tenant_id and v.type_id = t.id and v.version = t.current_version`.execute(db)
  return new Map(rows.map(({ id, process }) => [id, present(process)]))
}

const fieldsOf = z.array(formField)

/** Every type of the company, as those see it who create and read orders. */
export async function listChoices({ db }: Ctx): Promise<Output<(typeof taskTypeCalls)['choices']>> {
  const { rows } = await sql<{
    id: number
    name: string
    about: string
    active: boolean
    current: number | null
    fields: unknown
    scored: boolean
  }>`
    select t.id, t.name, coalesce(v.definition ->> 'about', '') as about, t.active, v.version as current,
      coalesce(v.definition -> 'fields', '[]') as fields, coalesce(v.scored, false) as scored
    from task_type t
    left join task_type_version v
      on v.tenant_id = t.tenant_id and v.type_id = t.id and v.version = t.current_version
    order by t.place, t.id`.execute(db)
  return rows.map((row) => ({ ...row, fields: fieldsOf.parse(row.fields) }))
}
