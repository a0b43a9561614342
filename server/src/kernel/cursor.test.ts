import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useHarness } from '../../test/harness.ts'
import { cellsOf } from './cursor.ts'
import { Transaction } from './transaction.ts'

const harness = useHarness()

// The check of row types at the end of the run describes the statement of the cursor, not the cursor's declaration.
it('a cursor reads the rows of a builder’s statement with a column in SQL', async () => {
  const transaction = await Transaction.begin(harness.pool, 'query')
  await transaction.enterTenant(harness.tenant.tenantId)
  const { db } = transaction
  const departments = db
    .selectFrom('department')
    .select(['name', sql<string>`org_code`.as('code')])
    .orderBy('id')
  const codes: string[] = []
  for await (const portion of cellsOf(db, 'department_codes', departments, ({ code }) => [code]))
    codes.push(...portion.flat().map(String))
  expect(codes.toSorted()).toEqual(Object.keys(harness.tenant.departments).toSorted())
  await transaction.rollback()
})
