import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Secrets } from './secrets.ts'
import { inTransaction } from './transaction.ts'

type Column = {
  table: string
  /** As the cipher text is bound to it. */
  column: string
  /** The column that names its rows. */
  row: string
  value: RawBuilder<string | null>
  change: (text: string) => RawBuilder<unknown>
}

const plain = (table: string, column: string, row: string): Column => ({
  table,
  column,
  row,
  value: sql.ref(column),
  change: (text) => sql`${sql.ref(column)} = ${text}`,
})

/** Where secrets of companies lie. */
const COLUMNS: readonly Column[] = [
  plain('webhook', 'url', 'id'),
  plain('webhook', 'secret', 'id'),
  plain('webhook', 'old_secret', 'id'),
  plain('message_channel', 'secret', 'channel'),
  {
    table: 'message_channel',
    column: 'settings.address',
    row: 'channel',
    value: sql`settings ->> 'address'`,
    change: (text) => sql`settings = jsonb_set(settings, '{address}', to_jsonb(${text}::text))`,
  },
  plain('message_push', 'auth_secret', 'endpoint'),
]

const BATCH = 200

/**
 * Seals what lies open, as before this version, and what is sealed under an old key. A batch is a transaction, so that a
 * process that dies leaves each row as it was or sealed; of several that start at once, each takes its turn and finds done
 * what another did. Returns how many secrets no known key opens.
 */
export async function sealSecrets(pool: pg.Pool, secrets: Secrets): Promise<number> {
  const tenants = await inTransaction(pool, ({ db }) =>
    db.selectFrom('tenant').select('id').orderBy('id').execute(),
  )
  let lost = 0
  for (const { id: tenant } of tenants)
    for (const column of COLUMNS)
      for (let after: string | null = ''; after !== null;) {
        const batch = await sealBatch(pool, secrets, { tenant, column, after })
        lost += batch.lost
        after = batch.last
      }
  return lost
}

type Batch = { tenant: number; column: Column; after: string }

function sealBatch(pool: pg.Pool, secrets: Secrets, { tenant, column: about, after }: Batch) {
  const { table, column, row, value, change } = about
  const name = sql`${sql.ref(row)}::text`
  return inTransaction(pool, async (transaction) => {
    const { db } = transaction
    await sql`select pg_advisory_xact_lock(hashtext('heliodesk_secrets'))`.execute(db)
    await transaction.enterTenant(tenant)
    // Nobody changed them: they are what they were.
    await sql`select set_config('app.audit', 'off', true)`.execute(db)
    const { rows } = await sql<{ name: string; stored: string | null }>`
      select ${name} as name, ${value} as stored from ${sql.table(table)}
      where ${value} <> '' and ${name} > ${after} and not starts_with(${value}, ${secrets.prefix})
      order by ${name} limit ${BATCH} for update`.execute(db)
    let lost = 0
    for (const { name: own, stored } of rows) {
      const place = { tenant, table, column, row: own }
      const text = secrets.open(place, stored ?? '')
      if (text === null) lost++
      else
        await sql`update ${sql.table(table)} set ${change(secrets.seal(place, text))} where ${name} = ${own}`.execute(
          db,
        )
    }
    return { lost, last: rows.length < BATCH ? null : (rows.at(-1)?.name ?? null) }
  })
}
