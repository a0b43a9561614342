import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import { entryOf, one, present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import { topMenus, type Page } from '../../menu.ts'
import { standardRoles } from '../../standard-roles.ts'

/**
 * Adds the menus, pages and buttons that the tenant lacks, and grants new buttons to the standard roles. Existing ones
 * stay unchanged, so a permission revoked by an administrator does not come back.
 */
export async function addMissingPermissions(db: Db): Promise<void> {
  const known = await findPermissions(db)
  const removed = await findRemoved(db)
  const isOperators = await hasOperator(db)
  const missing = [...entries.values()].filter(
    ({ key, of }) =>
      !known.has(key) && !removed.has(key) && (of === 'both' || (of === 'operator') === isOperators),
  )
  for (const type of [0, 1, 2]) {
    const ids = await findPermissions(db)
    await insertRows(
      db,
      'permission',
      missing
        .filter(({ above, menu_type: menuType }) => (above ? menuType : 0) === type)
        // A button of a page that the company deleted has no place; a page of such a menu comes to the top.
        .filter(({ above }) => type < 2 || above === null || ids.has(above))
        .map(({ key: _key, of: _of, above, ...entry }) => ({
          ...entry,
          parent_id: (above && ids.get(above)) ?? null,
        })),
    )
  }
  await grant(db, (code) => !known.has(code))
}

const placeOf = (at: number) => (at + 1) * 10

/** Whether the company is the platform's own, which has no business pages. */
async function hasOperator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select app.in_operator_company() as is`.execute(db)
  return one(rows).is
}

/** A page, or a menu of pages. */
type Holder = Pick<Page, 'path' | 'name' | 'component' | 'icon' | 'hidden' | 'of'> & {
  codes?: PermissionCode[]
}

/** A page with its buttons below it. */
const entriesOf = (holder: Holder, above: Holder | null, at: number) => [
  {
    key: holder.path,
    of: holder.of ?? 'companies',
    above: above?.path ?? null,
    menu_type: above || holder.codes ? 1 : 0,
    name: holder.name,
    path: holder.path,
    component: holder.component,
    icon: holder.icon,
    hidden: holder.hidden ?? false,
    code: null,
    sort_order: placeOf(at),
  },
  ...(holder.codes ?? []).map((code, index) => ({
    key: code,
    of: holder.of ?? 'companies',
    above: holder.path,
    menu_type: 2,
    name: permissionTitles[code],
    path: null,
    component: null,
    icon: null,
    hidden: false,
    code,
    sort_order: placeOf(index),
  })),
]

/** All menus, pages and buttons by their key, which is a path or a code. */
const entries = new Map(
  topMenus
    .flatMap((menu, at) => [
      ...entriesOf(menu, null, at),
      ...menu.pages.flatMap((page, index) => entriesOf(page, menu, index)),
    ])
    .map((entry) => [entry.key, entry]),
)

const keysAbove = (key: string | null): string[] =>
  key === null ? [] : [key, ...keysAbove(entryOf(entries, key).above)]

/** Ids by key; paths and codes cannot collide. */
async function findPermissions(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('permission').select(['id', 'path', 'code']).execute()
  return new Map(rows.map((row) => [present(row.path ?? row.code), row.id]))
}

/** What of the product the company deleted, by key. */
async function findRemoved(db: Db): Promise<ReadonlySet<string>> {
  const state = await db.selectFrom('menu_state').select('removed').executeTakeFirst()
  return new Set(state?.removed)
}

/** The buttons, their pages and the menus above those. */
async function grant(db: Db, isNew: (code: PermissionCode) => boolean) {
  const grants = Object.entries(standardRoles).flatMap(([role, { codes }]) =>
    [...new Set(codes.filter(isNew).flatMap(keysAbove))].map((entry) => ({ role, entry })),
  )
  await sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as given(role text, entry text)
      join role r on r.role_code = given.role
      join permission p on coalesce(p.path, p.code) = given.entry
    on conflict do nothing`.execute(db)
}
