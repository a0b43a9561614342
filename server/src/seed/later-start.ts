import { sql } from 'kysely'
import type pg from 'pg'
import type { Env } from '../env.ts'
import { allFirstData } from '../kernel/first-data/offer.ts'
import { inTransaction, type Transaction } from '../kernel/transaction.ts'
// Modules register their first data when they are loaded.
import '../modules.ts'
import { addMissingPermissions } from '../modules/companies/index.ts'

/** Adds to every tenant what a newer version brought. */
export const updateTenants = (pool: pg.Pool): Promise<void> =>
  inEachTenant(pool, 'heliodesk_permissions', async ({ db }) => {
    await addMissingPermissions(db)
    for (const { renew } of allFirstData()) await renew?.(db)
  })

/** Gives demo companies their files, whose bytes are in the storage and not in the database. */
export const ensureDemoFiles = (pool: pg.Pool, env: Env, now = new Date()): Promise<void> =>
  inEachTenant(pool, 'heliodesk_demo_files', async (transaction, { id, demo }) => {
    if (!demo) return
    // As the demonstration itself: no person did any of it.
    await sql`select set_config('app.audit', 'off', true)`.execute(transaction.db)
    const actAs = (userId: string) => transaction.actAs(id, userId, null)
    for (const { demoFiles } of allFirstData()) await demoFiles?.({ db: transaction.db, env, now, actAs })
  })

/** Works in one tenant after the other; concurrent starts wait for each other. */
async function inEachTenant(
  pool: pg.Pool,
  lock: string,
  work: (transaction: Transaction, tenant: { id: number; demo: boolean }) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    const { db } = transaction
    await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(db)
    for (const tenant of await db.selectFrom('tenant').select(['id', 'demo']).orderBy('id').execute()) {
      await transaction.enterTenant(tenant.id)
      await work(transaction, tenant)
    }
  })
}
