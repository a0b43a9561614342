import { sql } from 'kysely'
import type { Harness } from '../../../../test/harness.ts'
import { registerBusiness, type Service } from './business.ts'

/** What the service `note` of the test's processes writes, and when an attempt began. */
export const addServiceTables = async ({ owner }: Harness): Promise<void> => {
  await owner.query(
    `create table test_service (kind text not null, business_id bigint not null);
     grant all on test_service to public`,
  )
}

/** As long as it is to hang, a killed process leaves it half done. */
const note: Service = async ({ db }, id, { hangs = 0, noted = 0 }) => {
  await sql`insert into test_service (kind, business_id) values ('effect', ${id})`.execute(db)
  await sql`select pg_sleep(${Number(hangs)})`.execute(db)
  return { noted: Number(noted) + 1 }
}

/** Fails until somebody repairs what it needs: a row that says so. */
const broken: Service = async ({ db }, id) => {
  const { rows } = await sql<{ business_id: string }>`
    select business_id from test_service where kind = 'repaired' and business_id = ${id}`.execute(db)
  if (rows.length === 0) throw new Error('the other system answers 503')
  return {}
}

registerBusiness('service test', {
  title: '试验',
  moved: async () => undefined,
  services: new Map([
    ['note', note],
    ['broken', broken],
  ]),
})
