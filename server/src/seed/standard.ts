import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql, type Insertable } from 'kysely'
import type { DB } from '../platform/db-types.ts'
import type { Db } from '../platform/postgres.ts'
import { builtInDictionaries } from './dictionaries.ts'
import { insertRows } from '../platform/insert-rows.ts'
import { standardRoles, topMenus } from './menu.ts'
import { taskTemplates } from './task-templates.ts'

/** Roles by their code. */
export type NewTenant = { tenantId: number; roleIds: Map<string, string> }

type TenantToBe = Pick<Insertable<DB['tenant']>, 'name' | 'demo' | 'demo_password_hash'>

const roles = Object.entries(standardRoles)

/** Adds a tenant with what every tenant needs; from here on the transaction works inside it. */
export async function createTenant(db: Db, tenant: TenantToBe): Promise<NewTenant> {
  const { id } = await db.insertInto('tenant').values(tenant).returning('id').executeTakeFirstOrThrow()
  await sql`select set_config('app.tenant', ${String(id)}, true)`.execute(db)
  const roleIds = await createRoles(db)
  const permissionIds = await createPermissions(db)
  await grantPermissions(db, roleIds, permissionIds)
  await createDictionaries(db)
  await createTaskTemplates(db)
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

/** Ids by path for menus and by code for buttons, which never look alike. */
type PermissionIds = Map<string, string>

async function createPermissions(db: Db): Promise<PermissionIds> {
  await insertRows(
    db,
    'permission',
    topMenus.map((menu, at) => ({
      menu_type: 0,
      name: menu.name,
      path: menu.path,
      component: menu.component,
      icon: menu.icon,
      sort_order: (at + 1) * 10,
    })),
  )
  const menus = await findPermissions(db)
  await insertRows(
    db,
    'permission',
    topMenus.flatMap((menu) =>
      menu.pages.map((page, at) => ({
        parent_id: menus.get(menu.path)!,
        menu_type: 1,
        name: page.name,
        path: page.path,
        component: page.component,
        icon: page.icon,
        sort_order: (at + 1) * 10,
      })),
    ),
  )
  const pages = await findPermissions(db)
  await insertRows(
    db,
    'permission',
    topMenus
      .flatMap((menu) => menu.pages)
      .flatMap((page) =>
        page.codes.map((code, at) => ({
          parent_id: pages.get(page.path)!,
          menu_type: 2,
          name: permissionTitles[code],
          code,
          sort_order: (at + 1) * 10,
        })),
      ),
  )
  return findPermissions(db)
}

async function findPermissions(db: Db): Promise<PermissionIds> {
  const rows = await db.selectFrom('permission').select(['id', 'path', 'code']).execute()
  return new Map(rows.map((row) => [(row.path ?? row.code)!, row.id]))
}

async function grantPermissions(db: Db, roleIds: NewTenant['roleIds'], permissionIds: PermissionIds) {
  const grants = roles.flatMap(([role, { codes }]) =>
    grantsOf(codes).map((key) => ({
      role_id: roleIds.get(role)!,
      permission_id: permissionIds.get(key)!,
    })),
  )
  await insertRows(db, 'role_permission', grants)
}

/** The buttons, the pages they stand on and the menus above those. */
function grantsOf(codes: readonly PermissionCode[]): string[] {
  const keys = topMenus.flatMap((menu) =>
    menu.pages.flatMap((page) =>
      page.codes.flatMap((code) => (codes.includes(code) ? [menu.path, page.path, code] : [])),
    ),
  )
  return [...new Set(keys)]
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
        dictionary_id: ids.get(code)!,
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
