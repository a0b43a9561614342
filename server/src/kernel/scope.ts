import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Who } from './context.ts'

const ORG_CODE = /^([A-Z]\d\d)+$/

/**
 * Rows of a department subtree: `column` holds org codes. Uses a range, because LIKE is not leakproof and cannot use
 * its index under row-level security (database.md). The code is a literal in the statement, so that each department's
 * prepared statement gets a plan for its own size.
 */
export function isUnder(column: string, orgCode: string): RawBuilder<SqlBool> {
  if (!ORG_CODE.test(orgCode)) throw new Error(`not an org code: ${orgCode}`)
  const ref = sql.ref(column)
  return sql<SqlBool>`(${ref} ~>=~ ${sql.lit(orgCode)} and ${ref} ~<~ ${sql.lit(afterSubtree(orgCode))})`
}

/** The first code after all codes with this prefix: A01 → A02, A09 → A0: . */
export function afterSubtree(orgCode: string): string {
  return orgCode.slice(0, -1) + String.fromCharCode(orgCode.charCodeAt(orgCode.length - 1) + 1)
}

/**
 * The data scope: the stations, and rows with a station's place (`dep_code`, `psa_id`), that a person sees. `table` is
 * the alias that has these columns. With hasAllData everything in the tenant, else the subtree of the own department
 * and the related projects (product.md "Organisation and stations").
 */
export function visibleStations(
  who: Pick<Who, 'hasAllData' | 'orgCode' | 'relatedPsas'>,
  table: string,
): RawBuilder<SqlBool> {
  if (who.hasAllData) return sql<SqlBool>`true`
  const subtree = isUnder(`${table}.dep_code`, who.orgCode)
  if (who.relatedPsas.length === 0) return subtree
  return sql<SqlBool>`(${subtree} or ${sql.ref(`${table}.psa_id`)} = any(${who.relatedPsas}::bigint[]))`
}

/**
 * The same rule for the people of a query: whether the person `user`, whose own department is `department`, sees the
 * rows of `table`. All three are aliases.
 */
export function visibleTo(user: string, department: string, table: string): RawBuilder<SqlBool> {
  const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`(${column(user, 'has_all_data')}
    or starts_with(${column(table, 'dep_code')}, ${column(department, 'org_code')})
    or exists (select from user_psa related where related.tenant_id = ${column(user, 'tenant_id')}
      and related.user_id = ${column(user, 'id')} and related.psa_id = ${column(table, 'psa_id')}))`
}
