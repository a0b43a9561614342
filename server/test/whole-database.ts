import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Harness } from './harness.ts'

type Table = { name: string; isolated: boolean }

const tables = new WeakMap<pg.Pool, Promise<Table[]>>()

/**
 * A fingerprint of all tables except sessions, which tests open themselves; of one company's rows if it is given, and
 * without the columns of these names, or of one table (`permission.version`). Of the audit log it has the changes, in
 * whatever order they were sealed: the log tells of refusals too.
 */
export async function wholeDatabase(
  { owner }: Pick<Harness, 'owner'>,
  tenantId?: number,
  without: string[] = [],
): Promise<Record<string, string>> {
  if (!tables.has(owner)) tables.set(owner, tablesOf(owner))
  const known = await tables.get(owner)!
  const told = known.filter(({ name, isolated }) => !isAudit(name) && (tenantId === undefined || isolated))
  const prints = told.map(({ name }) => {
    const left = without.flatMap((each) => {
      const [table, column] = each.split('.')
      return column === undefined ? [each] : table === name ? [column] : []
    })
    const columns = `array[${left.map((column) => `'${column}'`).join()}]::text[]`
    return `select '${name}' as name, md5(coalesce(string_agg(r, '|' order by r), '')) as print
      from ${name} t cross join lateral (select (to_jsonb(t) - ${columns})::text as r) row_
      where ${tenantId === undefined ? 'true' : `tenant_id = ${tenantId}`}`
  })
  // One prepared statement for all of them, since tests ask for it hundreds of times.
  const text = [...prints, ...(known.some(({ name }) => isAudit(name)) ? [auditPrint(tenantId)] : [])].join(
    ' union all ',
  )
  const statement = createHash('sha256').update(text).digest('base64url')
  const { rows } = await owner.query<{ name: string; print: string }>({ name: statement, text })
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

const isAudit = (table: string) => table.startsWith('audit_')

const auditPrint = (tenantId?: number) => `
  select 'audit', md5(coalesce(string_agg(r, '|' order by r), '')) from (
    select concat_ws(' ', tenant, kind, object, record, changes::jsonb) from audit_pending
    where kind in ('create', 'edit', 'remove')
    union all
    select concat_ws(' ', tenant_id, kind, object, record, changes::jsonb) from audit_entry
    where kind in ('create', 'edit', 'remove')
  ) as told (r) where ${tenantId === undefined ? 'true' : `r like '${tenantId} %'`}`

async function tablesOf(owner: pg.Pool): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select t.tablename as name, exists (select from pg_attribute a
       where a.attrelid = format('%I.%I', t.schemaname, t.tablename)::regclass and a.attname = 'tenant_id') as isolated
     from pg_tables t where t.schemaname = 'public' and t.tablename <> 'user_session'`,
  )
  return rows
}
