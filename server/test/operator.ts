import { sql } from 'kysely'
import type pg from 'pg'
import { newToken } from '../src/kernel/token.ts'
import { inTransaction } from '../src/kernel/transaction.ts'
import { createUsers } from '../src/modules/users/index.ts'
import { ensureOperator } from '../src/seed/operator.ts'

export type Operator = { tenantId: number; id: string; token: string }

/** The platform's own company, and an operator of it who is signed in. */
export async function addOperator(pool: pg.Pool): Promise<Operator> {
  // A server process of the test may have made the company already.
  await ensureOperator(pool)
  return inTransaction(pool, async ({ db }) => {
    const { id: tenantId } = await db
      .selectFrom('tenant')
      .select('id')
      .where('operator', '=', true)
      .executeTakeFirstOrThrow()
    await sql`select set_config('app.tenant', ${String(tenantId)}, true)`.execute(db)
    const person = {
      username: 'test.operator',
      realname: '运营甲',
      role: 'admin',
      department: 'A01',
    } as const
    const ids = await createUsers(db, [{ ...person, all_data: true }], 'none')
    const id = ids.get(person.username)!
    await sql`
      insert into user_role (user_id, role_id)
      select ${id}::bigint, id from role where role_code = 'platform'`.execute(db)
    const { token, hash } = newToken(tenantId)
    await db
      .insertInto('user_session')
      .values({
        token_hash: hash,
        user_id: id,
        signed_in_at: new Date(),
        created_at: new Date(),
        last_used_at: new Date(),
        expires_at: new Date(Date.now() + 400 * 86_400_000),
      })
      .execute()
    return { tenantId, id, token }
  })
}
