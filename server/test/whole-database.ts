import type { Harness } from './harness.ts'

/**
 * A fingerprint of all tables except sessions, which tests open themselves; of one company's rows if it is given, and
 * without the columns of these names.
 */
export async function wholeDatabase(
  harness: Pick<Harness, 'owner'>,
  tenantId?: number,
  without: string[] = [],
): Promise<Record<string, string>> {
  const tables = await harness.owner.query<{ name: string; isolated: boolean }>(
    `select tablename as name, exists (select from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = tablename and c.column_name = 'tenant_id') as isolated
     from pg_tables where schemaname = 'public' and tablename <> 'user_session'`,
  )
  const prints: Record<string, string> = {}
  for (const { name, isolated } of tables.rows) {
    if (tenantId !== undefined && !isolated) continue
    const { rows } = await harness.owner.query<{ print: string }>(
      `select md5(coalesce(string_agg(r, '|' order by r), '')) as print
       from ${name} t cross join lateral (select (to_jsonb(t) - $1::text[])::text as r) row_
       where ${tenantId === undefined ? 'true' : `tenant_id = ${tenantId}`}`,
      [without],
    )
    prints[name] = rows[0]!.print
  }
  return prints
}
