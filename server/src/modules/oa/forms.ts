import { formDefinition, type FormDefinition, type FormField } from '@heliodesk/contract/form-fields.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { DomainError, notFound, type Who } from '../../kernel/context.ts'
import { present } from '../../platform/certain.ts'
import { onKey } from '../../platform/on-key.ts'
import type { Db } from '../../platform/postgres.ts'

export type Form = { key: string; prefix: string; version: number; definition: FormDefinition }

/** Published versions never change, so those that were read lately are kept. */
const MOST_KEPT = 200
const kept = new Map<string, FormDefinition>()

/** A definition as its schema reads it: what later versions of the product added has its default. */
export function readDefinition(stored: unknown): FormDefinition {
  return formDefinition.parse(stored)
}

/** The definition of a version, as it was published. */
export async function definitionOf(db: Db, key: string, version: number): Promise<FormDefinition> {
  const row = await db
    .selectFrom('oa_form_version')
    .select(['tenant_id', 'definition'])
    .where('form_key', '=', key)
    .where('version', '=', version)
    .executeTakeFirstOrThrow(notFound)
  return keep(`${row.tenant_id} ${key} ${version}`, row.definition)
}

function keep(name: string, stored: unknown): FormDefinition {
  const definition = kept.get(name) ?? readDefinition(stored)
  kept.delete(name)
  kept.set(name, definition)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > MOST_KEPT) kept.delete(oldest)
  return definition
}

type Person = Pick<Who, 'userId'>

/** Whether a person may start form `f`: one of its roles and one of its departments, or those above, are theirs. */
const mayStart = ({ userId }: Person): RawBuilder<SqlBool> => sql<SqlBool>`(
  (f.role_ids = '{}' or exists (
    select from user_role ur where ur.tenant_id = f.tenant_id and ur.user_id = ${userId} and ur.role_id = any(f.role_ids)))
  and (f.department_ids = '{}' or exists (
    select from app_user u
    join department own on own.tenant_id = u.tenant_id and own.id = u.department_id
    join department d on d.tenant_id = u.tenant_id and starts_with(own.org_code, d.org_code)
    where u.tenant_id = f.tenant_id and u.id = ${userId} and d.id = any(f.department_ids))))`

const startable = (db: Db) =>
  db
    .selectFrom('oa_form as f')
    .innerJoin('oa_form_version as v', (join) =>
      onKey('v.form_key', 'f.key')(join).onRef('v.version', '=', 'f.current_version'),
    )
    .select(['f.tenant_id', 'f.key', 'f.prefix', 'f.about', 'v.version', 'v.definition'])
    .where('f.active', '=', true)

/** The forms that a person may start, by name of their keys. */
export async function listStartable(db: Db, person: Person) {
  const rows = await startable(db).where(mayStart(person)).orderBy('f.id').execute()
  return rows.map(({ tenant_id, definition, prefix: _prefix, ...row }) => ({
    ...row,
    definition: keep(`${tenant_id} ${row.key} ${row.version}`, definition),
  }))
}

/** The fields of all forms in use. */
export async function fieldsInUse(db: Db): Promise<{ key: string; fields: FormField[] }[]> {
  const rows = await startable(db).orderBy('f.id').execute()
  return rows.map(({ tenant_id, key, version, definition }) => ({
    key,
    fields: keep(`${tenant_id} ${key} ${version}`, definition).fields,
  }))
}

/** The form that a person starts, in the version that is in use. */
export async function startableForm(db: Db, key: string, person: Person, seen?: number): Promise<Form> {
  const row = await startable(db)
    .select(mayStart(person).as('isAllowed'))
    .where('f.key', '=', key)
    .executeTakeFirst()
  if (!row) throw new DomainError('oa.form', '表单不存在或已停用，请刷新后重试')
  const definition = keep(`${row.tenant_id} ${row.key} ${row.version}`, row.definition)
  if (!row.isAllowed) throw new DomainError('oa.form_right', `您不在“${definition.name}”的发起范围内`)
  if (seen !== undefined && seen !== row.version)
    throw new DomainError(
      'oa.form_changed',
      `“${definition.name}”已更新为第 ${row.version} 版，请重新打开后填写`,
    )
  return { key, prefix: row.prefix, version: present(row.version), definition }
}
