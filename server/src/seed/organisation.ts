import { sql } from 'kysely'
import { entryOf } from '../platform/certain.ts'
import type { Db } from '../platform/postgres.ts'
import { insertRows } from '../platform/insert-rows.ts'
import type { RoleCode } from '../menu.ts'

export type NewUser = {
  username: string
  realname: string
  role: RoleCode
  /** Org code. */
  department: string
  phone: string | null
  workNo: string | null
  hasAllData?: boolean
  /** Company number of a partner's guest, who has user type 9 (product.md "Decisions on open points"). */
  guestOf?: string
  frozen?: boolean
  mustChangePassword?: boolean
}

/** Departments by org code; the parent's code is one segment shorter. Returns their ids. */
export async function createDepartments(
  db: Db,
  departments: readonly (readonly [orgCode: string, name: string])[],
): Promise<Map<string, string>> {
  await insertRows(
    db,
    'department',
    departments.map(([orgCode, name], at) => ({ org_code: orgCode, name, sort_order: at + 1 })),
  )
  await sql`update department child set parent_id = parent.id from department parent
    where parent.org_code = left(child.org_code, -3)`.execute(db)
  const rows = await db.selectFrom('department').select(['id', 'org_code']).execute()
  return new Map(rows.map((row) => [row.org_code, row.id]))
}

/** Creates users with the same password; returns their ids by user name. */
export async function createUsers(
  db: Db,
  users: NewUser[],
  place: { roleIds: Map<string, string>; departmentIds: Map<string, string>; passwordHash: string },
): Promise<Map<string, string>> {
  await insertRows(
    db,
    'app_user',
    users.map((user) => ({
      username: user.username,
      realname: user.realname,
      password_hash: place.passwordHash,
      must_change_password: user.mustChangePassword ?? false,
      phone: user.phone,
      work_no: user.workNo,
      department_id: entryOf(place.departmentIds, user.department),
      user_type: user.guestOf ? '9' : '1',
      company_id: user.guestOf ?? null,
      has_all_data: user.hasAllData ?? false,
      status: user.frozen ? '2' : '1',
    })),
  )
  const rows = await db.selectFrom('app_user').select(['id', 'username']).execute()
  const ids = new Map(rows.map((row) => [row.username, row.id]))
  await insertRows(
    db,
    'user_role',
    users.map((user) => ({
      user_id: entryOf(ids, user.username),
      role_id: entryOf(place.roleIds, user.role),
    })),
  )
  return ids
}
