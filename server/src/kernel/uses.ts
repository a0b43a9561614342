import { sql } from 'kysely'
import { one } from '../platform/certain.ts'
import type { DB } from '../platform/db-types.ts'
import type { Ctx, DomainError } from './context.ts'

/** Rows that refer to a record: the table, its column, and the words after their number. */
type Use = readonly [table: keyof DB, column: string, noun: string]

/** Refuses to delete a record that others refer to; `refusal` gets their counts, such as `2 个下级类型、1 台设备`. */
export async function requireUnused(
  { db }: Ctx,
  id: string,
  uses: readonly Use[],
  refusal: (counts: string) => DomainError,
): Promise<void> {
  const counts = uses.map(
    ([table, column]) =>
      sql`(select count(*)::int from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  const found = one(rows).counts
  const said = uses.flatMap(([, , noun], at) => (found[at] ? [`${found[at]} ${noun}`] : []))
  if (said.length > 0) throw refusal(said.join('、'))
}
