import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from '../kernel/transaction.ts'
import { createDepartments } from '../modules/departments/index.ts'
import { hashPassword } from '../modules/session/index.ts'
import { createUsers } from '../modules/users/index.ts'
import type { Db } from '../platform/postgres.ts'
import { randomPassword } from '../platform/random-password.ts'
import { DEMO_PASSWORD } from './logins.ts'
import { createTenant } from './standard.ts'

const COMPANY = '平台运营方'
const USERNAME = 'operator'

/**
 * Creates the platform's own company with its first operator, unless there is one; returns what the console prints, ''
 * for nothing. Only a database of nothing but demonstrations gets the public password.
 */
export async function ensureOperator(pool: pg.Pool): Promise<string> {
  const random = randomPassword()
  return inTransaction(pool, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(hashtext('heliodesk_operator'))`.execute(db)
    const companies = await db.selectFrom('tenant').select(['operator', 'demo']).execute()
    if (companies.some(({ operator }) => operator)) return ''
    const demo = companies.every((each) => each.demo)
    const password = demo ? DEMO_PASSWORD : random
    const passwordHash = await hashPassword(password)
    const username = await freeLogin(db)
    await createTenant(db, {
      name: COMPANY,
      code: 'PLATFORM',
      operator: true,
      demo,
      demo_password_hash: demo ? passwordHash : null,
    })
    await createDepartments(db, [['A01', COMPANY]])
    const operator = {
      username,
      realname: '平台运营',
      role: 'admin',
      department: 'A01',
      all_data: true,
    } as const
    await createUsers(db, [{ ...operator, must_change_password: !demo }], passwordHash)
    await alsoOperator(db)
    return [
      demo
        ? '平台运营账号  The operator of the platform'
        : '平台运营账号（密码只显示这一次，首次登录须修改）  The operator of the platform (shown this once, to be changed at the first sign-in)',
      `  账号 username  ${username}`,
      `  密码 password  ${password}`,
      '',
    ].join('\n')
  })
}

/** People of a company may have the name already: sign-in names are unique across companies. */
async function freeLogin(db: Db): Promise<string> {
  for (let number = 1; ; number++) {
    const username = number === 1 ? USERNAME : `${USERNAME}${number}`
    const taken = await db
      .selectFrom('login_directory')
      .select('login')
      .where('login', '=', username)
      .executeTakeFirst()
    if (!taken) return username
  }
}

/** Administers the platform's own people, and the companies. */
const alsoOperator = (db: Db) =>
  sql`
    insert into user_role (user_id, role_id)
    select u.id, r.id from app_user u, role r where r.role_code = 'platform'`.execute(db)
