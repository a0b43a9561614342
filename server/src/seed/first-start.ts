import { sql } from 'kysely'
import type pg from 'pg'
import { allFirstData, type DemoCompany } from '../kernel/first-data/offer.ts'
import { inTransaction } from '../kernel/transaction.ts'
import { createDepartments } from '../modules/departments/index.ts'
import { hashPassword } from '../modules/session/index.ts'
import { createUsers } from '../modules/users/index.ts'
import { one } from '../platform/certain.ts'
import { randomPassword } from '../platform/random-password.ts'
import type { Db } from '../platform/postgres.ts'
import { DEMO_PASSWORD, listDemoLogins, type DemoLogin } from './logins.ts'
import { createTenant } from './standard.ts'

type FirstDataOptions = { demo: boolean; now?: Date }

/**
 * Fills an empty database with its first data and returns what the console prints: the demo accounts, or the
 * administrator's password, which is shown only this once. A database with a tenant stays unchanged.
 */
export async function ensureFirstData(
  pool: pg.Pool,
  { demo, now = new Date() }: FirstDataOptions,
): Promise<string> {
  const password = demo ? DEMO_PASSWORD : randomPassword()
  const created = (await hasTenants(pool)) ? false : await createFirstData(pool, { demo, now, password })
  if (created && !demo) return describeAdministrator(password)
  return describeLogins(await listDemoLogins(pool))
}

async function hasTenants(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select exists (select from tenant) as found')
  return one(rows).found
}

/**
 * One transaction: a killed process leaves the database empty. Of several concurrent starts one creates the data while
 * the others wait, find it and return false.
 */
async function createFirstData(
  pool: pg.Pool,
  { demo, now, password }: { demo: boolean; now: Date; password: string },
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return inTransaction(pool, async ({ db }) => {
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
      db,
    )
    // The demonstration's year is told by its own first data.
    await sql`select set_config('app.messages', 'off', true)`.execute(db)
    await sql`select pg_advisory_xact_lock(hashtext('heliodesk_first_data'))`.execute(db)
    const tenant = await db.selectFrom('tenant').select('id').limit(1).executeTakeFirst()
    if (tenant) return false
    await (demo ? createDemoCompanies({ db, now, passwordHash }) : createAdministrator(db, passwordHash))
    return true
  })
}

/** The second, small one shows that companies never see each other's data. */
const demoCompanies = ['示范光伏', '晴空新能']

async function createDemoCompanies(start: Omit<DemoCompany, 'name'>) {
  const { db, passwordHash } = start
  for (const name of demoCompanies) {
    await createTenant(db, { name, demo: true, demo_password_hash: passwordHash })
    for (const { demo } of allFirstData()) await demo?.({ ...start, name })
  }
  for (const { afterDemo } of allFirstData()) await afterDemo?.(db)
}

async function createAdministrator(db: Db, passwordHash: string) {
  await createTenant(db, { name: '光伏运维公司', demo: false })
  await createDepartments(db, [['A01', '光伏运维公司']])
  const admin = { username: 'admin', realname: '管理员', role: 'admin', department: 'A01' } as const
  await createUsers(db, [{ ...admin, all_data: true, must_change_password: true }], passwordHash)
}

const describeAdministrator = (password: string) =>
  [
    '管理员账号（密码只显示这一次，首次登录须修改）  Administrator (shown this once, to be changed at the first sign-in)',
    '  账号 username  admin',
    `  密码 password  ${password}`,
    '',
  ].join('\n')

function describeLogins(logins: DemoLogin[]): string {
  if (logins.length === 0) return ''
  const tenants = Map.groupBy(logins, (login) => login.tenant)
  return [
    `演示账号，密码 ${DEMO_PASSWORD}  Demo accounts, password ${DEMO_PASSWORD}`,
    ...[...tenants].flatMap(([tenant, accounts]) => [`  ${tenant}`].concat(accounts.map(describeLogin))),
    '',
  ].join('\n')
}

const describeLogin = ({ username, roleName }: DemoLogin) => `    ${username.padEnd(12)} ${roleName}`
