import { sql } from 'kysely'
import { z } from 'zod'
import type { Harness } from '../../test/harness.ts'
import type { Job } from './context.ts'
import { inTenant } from './transaction.ts'

const payload = z.object({
  name: z.string(),
  /** Attempts up to this number never end. */
  hangs: z.number().default(0),
  /** Attempts up to this number fail after their effect. */
  fails: z.number().default(0),
})

const write = (table: 'begun' | 'effect', name: string) =>
  sql`insert into ${sql.table(`test_${table}`)} (name) values (${name})`

/** A job that leaves a row in `test_begun` when it begins and one in `test_effect` as its effect. */
const jobOf = (kind: string, atOnce: number): Job<z.output<typeof payload>> => ({
  kind,
  payload,
  atOnce: () => atOnce,
  async run({ tenant, payload: { name, hangs, fails }, attempts, finish }, { pool }) {
    await inTenant(pool, tenant, (db) => write('begun', name).execute(db))
    if (attempts <= hangs) await new Promise(() => setInterval(() => undefined, 60_000))
    await finish(async (db) => {
      await write('effect', name).execute(db)
      if (attempts <= fails) throw new Error(`attempt ${attempts} of ${name} fails`)
    })
  },
})

export const effect = jobOf('test effect', 4)
export const single = jobOf('test single', 1)
/** A short job without a trace of its beginning, for measurements. */
export const quick: typeof effect = {
  ...effect,
  kind: 'test quick',
  atOnce: () => 8,
  run: ({ payload: { name }, finish }) =>
    finish(async (db) => {
      await write('effect', name).execute(db)
    }),
}
export const testJobs: Job[] = [effect, single, quick] as Job[]

export async function addTestTables({ owner }: Harness): Promise<void> {
  for (const name of ['begun', 'effect'])
    await owner.query(
      `create table test_${name} (
         id bigint generated always as identity, tenant int default app.tenant_id(), name text, at timestamptz default clock_timestamp());
       grant all on test_${name} to public`,
    )
}

/** What began or took effect, in order. */
export async function namesOf({ owner }: Harness, table: 'begun' | 'effect'): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`select name from test_${table} order by id`)
  return rows.map(({ name }) => name)
}
