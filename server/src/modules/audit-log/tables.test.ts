import { auditObjects } from '@heliodesk/contract/audit-objects.ts'
import { describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { historyTables } from '../../../test/history-tables.ts'
import { titleOfColumn } from './titles.ts'

const harness = useHarness()

const rowsOf = async <Row extends object>(text: string) => (await harness.owner.query<Row>(text)).rows

const audited = () =>
  rowsOf<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname like 'audit\\_%' group by 1 having count(*) = 3 order by 1`,
  )

const exceptions = () =>
  rowsOf<{ relation: string; reason: string }>('select relation, reason from app.audit_exception order by 1')

describe('the tables of companies', () => {
  it('are audited, or tell their history themselves, or are excepted for a reason', async () => {
    const all = await rowsOf<{ name: string }>(
      `select relname as name from pg_class c join pg_attribute on attrelid = c.oid and attname = 'tenant_id'
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const told = [
      ...(await audited()).map(({ name }) => name),
      ...(await exceptions()).map(({ relation }) => relation),
      ...historyTables,
    ]
    expect(told.toSorted()).toEqual(all.map(({ name }) => name))
    for (const { reason } of await exceptions()) expect(reason.length).toBeGreaterThan(4)
  })

  it('have triggers that run, whatever happens to their rows', async () => {
    for (const { name } of await audited()) {
      await harness.owner
        .query(`insert into ${name} select * from ${name} where false`)
        .catch((error: Error) => {
          // Columns that are computed take no values; the trigger runs by the other statements.
          if (!/non-DEFAULT/.test(error.message)) throw error
        })
      await harness.owner.query(
        `update ${name} set tenant_id = tenant_id where false; delete from ${name} where false`,
      )
    }
  })

  it('have titles, and so have their columns', async () => {
    const tables = await audited()
    const known = Object.keys(auditObjects)
    expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
    const columns = await rowsOf<{ column: string }>(
      `select distinct attname as column from pg_attribute join pg_class c on c.oid = attrelid
       where attnum > 0 and not attisdropped and app.is_audited(attname, atttypid)
         and attrelid in (select tgrelid from pg_trigger where tgname = 'audit_update')`,
    )
    expect(columns.map(({ column }) => column).filter((column) => titleOfColumn(column) === null)).toEqual([])
  })

  it('give no secret to the log: of such columns only that they changed', async () => {
    const secrets = await rowsOf<{ table: string; column: string; type: string }>(
      `select relname as table, attname as column, atttypid::regtype::text as type
       from pg_attribute join pg_class c on c.oid = attrelid
       where attnum > 0 and not attisdropped and attrelid in (select tgrelid from pg_trigger where tgname = 'audit_update')
         and (attname ~ '(password|secret|token|hash|salt)' or atttypid = 'bytea'::regtype)`,
    )
    expect(secrets.map(({ table, column }) => `${table}.${column}`)).toContain('app_user.password_hash')
    for (const { table, column } of secrets) {
      const [source] = await rowsOf<{ text: string }>(
        `select prosrc as text from pg_proc where proname = 'audit_${table}'`,
      )
      // It is compared, and never written.
      const uses = source!.text.split(new RegExp(`[rno]\\.${column}\\b`)).slice(1)
      for (const use of uses)
        expect(use).toMatch(/^( is not null then concat| is distinct from | then concat)/)
    }
  })
})
