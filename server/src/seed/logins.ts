import type pg from 'pg'
import { Transaction } from '../kernel/transaction.ts'
import { printedLogins } from '../modules/users/index.ts'

/** Matches the specification's rule for passwords (spec 1 §5). */
export const DEMO_PASSWORD = 'Heliodesk@2026'

/** `role` is the role's code. */
export type DemoLogin = { tenant: string; role: string; roleName: string; username: string; password: string }

/** One account per role of each demo tenant that still exists, is active and has the demo password. */
export async function listDemoLogins(pool: pg.Pool): Promise<DemoLogin[]> {
  const usernames = printedLogins()
  const accounts = await listDemoAccounts(pool)
  return accounts
    .filter((account) => usernames.has(account.username))
    .map((account) => ({ ...account, password: DEMO_PASSWORD }))
}

/** Every active account with the demo password, once for each of its roles. */
export async function listDemoAccounts(pool: pg.Pool): Promise<Omit<DemoLogin, 'password'>[]> {
  const transaction = await Transaction.begin(pool, 'query')
  try {
    const tenants = await transaction.db
      .selectFrom('tenant')
      .select('id')
      .where('demo', '=', true)
      .where('status', '=', 'active')
      .orderBy('id')
      .execute()
    const accounts = []
    for (const { id } of tenants) {
      await transaction.enterTenant(id)
      accounts.push(
        ...(await transaction.db
          .selectFrom('app_user')
          .innerJoin('tenant', 'tenant.id', 'app_user.tenant_id')
          .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
          .innerJoin('role', 'role.id', 'user_role.role_id')
          .select(['tenant.name as tenant', 'role_code as role', 'role_name as roleName', 'username'])
          .whereRef('password_hash', '=', 'tenant.demo_password_hash')
          .where('app_user.status', '=', '1')
          .orderBy('app_user.id')
          .orderBy('role.id')
          .execute()),
      )
    }
    return accounts
  } finally {
    await transaction.rollback()
  }
}
