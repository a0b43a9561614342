import { sql, type Insertable } from 'kysely'
import { entryOf, one } from '../platform/certain.ts'
import type { DB } from '../platform/db-types.ts'
import { insertRows } from '../platform/insert-rows.ts'
import type { Db } from '../platform/postgres.ts'
import { addMissingCheckRules } from './check-rules.ts'
import { builtInDictionaries } from './dictionaries.ts'
import { standardRoles } from '../menu.ts'
import { addMissingPermissions } from './permissions.ts'
import { taskTemplates } from './task-templates.ts'

/** Roles by code. */
export type NewTenant = { tenantId: number; roleIds: Map<string, string> }

type TenantToBe = Pick<Insertable<DB['tenant']>, 'name' | 'demo' | 'demo_password_hash'>

const roles = Object.entries(standardRoles)

/** Adds a tenant with what every tenant needs; the transaction then works inside it. */
export async function createTenant(db: Db, tenant: TenantToBe): Promise<NewTenant> {
  const { rows } = await sql<{ id: number }>`
    select app.create_tenant(${tenant.name}, ${tenant.demo ?? false}, ${tenant.demo_password_hash ?? null}) as id`.execute(
    db,
  )
  const { id } = one(rows)
  await sql`select set_config('app.tenant', ${String(id)}, true)`.execute(db)
  const roleIds = await createRoles(db)
  await addMissingPermissions(db)
  await createDictionaries(db)
  await sql`select app.add_device_types()`.execute(db)
  await createTaskTemplates(db)
  await addMissingCheckRules(db)
  return { tenantId: id, roleIds }
}

async function createRoles(db: Db): Promise<NewTenant['roleIds']> {
  await insertRows(
    db,
    'role',
    roles.map(([code, { name, description }]) => ({
      role_code: code,
      role_name: name,
      description,
      built_in: true,
    })),
  )
  const rows = await db.selectFrom('role').select(['id', 'role_code']).execute()
  return new Map(rows.map((row) => [row.role_code, row.id]))
}

async function createDictionaries(db: Db) {
  await insertRows(
    db,
    'dictionary',
    builtInDictionaries.map(({ code, name, description }) => ({
      dict_code: code,
      dict_name: name,
      description,
      built_in: true,
    })),
  )
  const rows = await db.selectFrom('dictionary').select(['id', 'dict_code']).execute()
  const ids = new Map(rows.map((row) => [row.dict_code, row.id]))
  await insertRows(
    db,
    'dictionary_item',
    builtInDictionaries.flatMap(({ code, items }) =>
      items.map(([value, text], at) => ({
        dictionary_id: entryOf(ids, code),
        item_text: text,
        item_value: value,
        sort_order: (at + 1) * 10,
      })),
    ),
  )
}

async function createTaskTemplates(db: Db) {
  await insertRows(
    db,
    'task_template',
    Object.entries(taskTemplates).map(([type, { prerequisites, steps, needWorkHours }]) => ({
      task_type: Number(type),
      prerequisites,
      steps,
      need_work_hours: needWorkHours,
    })),
  )
}
