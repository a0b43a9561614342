import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** What a tree of departments, sub-areas and stations emits, comma-joined (spec 2 §7). */
type Selection = { depIds?: string; depCodes?: string; psaIds?: string; psIds?: string }

/** The comma-joined values that match a pattern; others are ignored. */
export const listOf = (joined: string | undefined, form: RegExp): string[] =>
  [...new Set((joined ?? '').split(',').map((each) => each.trim()))].filter((each) => form.test(each))

const ID = /^[1-9]\d{0,17}$/
const CODE = /^([A-Z]\d\d){1,10}$/

/** The stations that a selection covers: those of its departments' subtrees, of its sub-areas, and its own. */
export function coveredBy({ depIds, depCodes, psaIds, psIds }: Selection): RawBuilder<SqlBool> {
  const [codes, departments] = [listOf(depCodes, CODE), listOf(depIds, ID)]
  const [psas, stations] = [listOf(psaIds, ID), listOf(psIds, ID)]
  // Sub-selects rather than "= any", because their hash is as fast for ten thousand ids as for ten.
  const ways = [
    ...(codes.length + departments.length > 0
      ? [
          sql`s.dep_code in (
            select d.org_code from department d, generate_series(3, length(d.org_code), 3) reach
            where left(d.org_code, reach) in (
              select unnest(${codes}::text[])
              union all select c.org_code from department c where c.id in (select unnest(${departments}::bigint[]))))`,
        ]
      : []),
    ...(psas.length > 0 ? [sql`s.psa_id in (select unnest(${psas}::bigint[]))`] : []),
    ...(stations.length > 0 ? [sql`s.id in (select unnest(${stations}::bigint[]))`] : []),
  ]
  return ways.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
