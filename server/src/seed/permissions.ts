import { permissionTitles, type PermissionCode } from '@heliodesk/contract/permissions.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { Transaction } from '../kernel/transaction.ts'
import { entryOf, present } from '../platform/certain.ts'
import type { Db } from '../platform/postgres.ts'
import { insertRows } from '../platform/insert-rows.ts'
import { addMissingCheckRules } from './check-rules.ts'
import { releaseFormerDictionaries } from './dictionaries.ts'
import { standardRoles, topMenus } from '../menu.ts'

/** Adds to every tenant what a newer version brought; concurrent starts wait for each other. */
export async function updatePermissions(pool: pg.Pool): Promise<void> {
  const transaction = await Transaction.begin(pool, 'command')
  const { db } = transaction
  try {
    await sql`select pg_advisory_xact_lock(hashtext('heliodesk_permissions'))`.execute(db)
    for (const { id } of await db.selectFrom('tenant').select('id').orderBy('id').execute()) {
      await transaction.enterTenant(id)
      await addMissingPermissions(db)
      await addMissingCheckRules(db)
      await releaseFormerDictionaries(db)
    }
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit()
}

/**
 * Adds the menus, pages and buttons that the tenant lacks, and grants new buttons to the standard roles. Existing ones
 * stay unchanged, so a permission revoked by an administrator does not come back.
 */
export async function addMissingPermissions(db: Db): Promise<void> {
  const known = await findPermissions(db)
  await addMenus(db, known)
  await addPages(db, known)
  await addButtons(db, known)
  await grant(db, (code) => !known.has(code))
}

/** Ids by path for menus and by code for buttons; paths and codes cannot collide. */
type PermissionIds = Map<string, string>

async function findPermissions(db: Db): Promise<PermissionIds> {
  const rows = await db.selectFrom('permission').select(['id', 'path', 'code']).execute()
  return new Map(rows.map((row) => [present(row.path ?? row.code), row.id]))
}

const placeOf = (at: number) => (at + 1) * 10

const addMenus = (db: Db, known: PermissionIds) =>
  insertRows(
    db,
    'permission',
    topMenus
      .map((menu, at) => ({
        menu_type: menu.codes ? 1 : 0,
        name: menu.name,
        path: menu.path,
        component: menu.component,
        icon: menu.icon,
        sort_order: placeOf(at),
      }))
      .filter(({ path }) => !known.has(path)),
  )

async function addPages(db: Db, known: PermissionIds) {
  const menus = await findPermissions(db)
  const pages = topMenus.flatMap((menu) =>
    menu.pages.map((page, at) => ({
      parent_id: entryOf(menus, menu.path),
      menu_type: 1,
      name: page.name,
      path: page.path,
      component: page.component,
      icon: page.icon,
      hidden: page.hidden ?? false,
      sort_order: placeOf(at),
    })),
  )
  await insertRows(
    db,
    'permission',
    pages.filter(({ path }) => !known.has(path)),
  )
}

async function addButtons(db: Db, known: PermissionIds) {
  const pages = await findPermissions(db)
  const buttons = holdersOfCodes.flatMap((page) =>
    page.codes.map((code, at) => ({
      parent_id: entryOf(pages, page.path),
      menu_type: 2,
      name: permissionTitles[code],
      code,
      sort_order: placeOf(at),
    })),
  )
  await insertRows(
    db,
    'permission',
    buttons.filter(({ code }) => !known.has(code)),
  )
}

const holdersOfCodes = topMenus.flatMap(({ path, codes = [], pages }) => [{ path, codes }, ...pages])

/** The buttons, their pages and the menus above those. */
async function grant(db: Db, isNew: (code: PermissionCode) => boolean) {
  const grants = Object.entries(standardRoles).flatMap(([role, { codes }]) =>
    entriesOf(codes.filter(isNew)).map((entry) => ({ role, entry })),
  )
  await sql`
    insert into role_permission (role_id, permission_id)
    select r.id, p.id
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as given(role text, entry text)
      join role r on r.role_code = given.role
      join permission p on coalesce(p.path, p.code) = given.entry
    on conflict do nothing`.execute(db)
}

function entriesOf(codes: readonly PermissionCode[]): string[] {
  const entries = topMenus.flatMap((menu) =>
    [{ path: menu.path, codes: menu.codes ?? [] }, ...menu.pages].flatMap((page) =>
      page.codes.flatMap((code) => (codes.includes(code) ? [menu.path, page.path, code] : [])),
    ),
  )
  return [...new Set(entries)]
}
