import type pg from 'pg'
import type { Harness } from './harness.ts'

type Table = { name: string; isolated: boolean }

const tables = new WeakMap<pg.Pool, Promise<Table[]>>()

/**
 * A fingerprint of all tables except sessions, which tests open themselves, and the audit log, which tells of refusals
 * too; of one company's rows if it is given, and without the columns of these names.
 */
export async function wholeDatabase(
  { owner }: Pick<Harness, 'owner'>,
  tenantId?: number,
  without: string[] = [],
): Promise<Record<string, string>> {
  if (!tables.has(owner)) tables.set(owner, tablesOf(owner))
  const told = (await tables.get(owner)!).filter(({ isolated }) => tenantId === undefined || isolated)
  // One statement for all of them, since tests ask for it hundreds of times.
  const { rows } = await owner.query<{ name: string; print: string }>(
    told
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(coalesce(string_agg(r, '|' order by r), '')) as print
           from ${name} t cross join lateral (select (to_jsonb(t) - $1::text[])::text as r) row_
           where ${tenantId === undefined ? 'true' : `tenant_id = ${tenantId}`}`,
      )
      .join(' union all '),
    [without],
  )
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

async function tablesOf(owner: pg.Pool): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select t.tablename as name, exists (select from pg_attribute a
       where a.attrelid = format('%I.%I', t.schemaname, t.tablename)::regclass and a.attname = 'tenant_id') as isolated
     from pg_tables t where t.schemaname = 'public' and t.tablename <> 'user_session' and t.tablename not like 'audit\\_%'`,
  )
  return rows
}
