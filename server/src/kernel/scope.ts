import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Who } from './context.ts'

const ORG_CODE = /^([A-Z]\d\d)+$/

/**
 * The rows of a subtree of departments: `column` holds org codes. A range rather than LIKE, which is not leakproof
 * and would lose its index under row-level security (database.md). The code is part of the statement's text, so
 * that each department's prepared statement has a plan for its own size.
 */
export function isUnder(column: string, orgCode: string): RawBuilder<SqlBool> {
  if (!ORG_CODE.test(orgCode)) throw new Error(`not an org code: ${orgCode}`)
  const ref = sql.ref(column)
  return sql<SqlBool>`(${ref} ~>=~ ${sql.lit(orgCode)} and ${ref} ~<~ ${sql.lit(afterSubtree(orgCode))})`
}

/** The first code after every code that starts with this one: A01 → A02, A09 → A0: . */
export function afterSubtree(orgCode: string): string {
  return orgCode.slice(0, -1) + String.fromCharCode(orgCode.charCodeAt(orgCode.length - 1) + 1)
}

/**
 * THE data scope: which stations, and rows that carry a station's place (`dep_code`, `psa_id`), a person sees.
 * `table` is the alias that has these columns. Everything in the tenant for hasAllData, else the own department's
 * subtree and the related projects (product.md "Organisation and stations").
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
