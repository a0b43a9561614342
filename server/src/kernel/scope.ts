import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Who } from './context.ts'
import { shownOrders, shownStations } from './narrowing.ts'
import { afterSubtree, rangesUnder } from './place-moves.ts'

export { afterSubtree } from './place-moves.ts'

const ORG_CODE = /^([A-Z]\d\d)+$/

/**
 * Rows of a department subtree: `column` holds org codes of departments or stations. What copies a station's code, such
 * as orders, follows a move of a department later: `liesUnder`. Uses a range, because LIKE is not leakproof and cannot use
 * its index under row-level security (database.md). The code is a literal in the statement, so that each department's
 * prepared statement gets a plan for its own size.
 */
export const isUnder = (column: string, orgCode: string): RawBuilder<SqlBool> =>
  isBetween(column, requireCode(orgCode), afterSubtree(orgCode))

const isBetween = (column: string, first: string, behind: string) => {
  const ref = sql.ref(column)
  return sql<SqlBool>`(${ref} ~>=~ ${sql.lit(first)} and ${ref} ~<~ ${sql.lit(behind)})`
}

function requireCode(orgCode: string): string {
  if (!ORG_CODE.test(orgCode)) throw new Error(`not an org code: ${orgCode}`)
  return orgCode
}

/** The same for a column that may still hold codes from before a move that is under way. */
export function liesUnder(
  { moves }: Pick<Who, 'moves'>,
  column: string,
  orgCode: string,
): RawBuilder<SqlBool> {
  if (moves.length === 0) return isUnder(column, orgCode)
  for (const { from } of moves) requireCode(from)
  const ranges = rangesUnder(moves, requireCode(orgCode))
  if (ranges.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`(${sql.join(
    ranges.map(([first, behind]) => isBetween(column, first, behind)),
    sql` or `,
  )})`
}

/** Whose data scope it is. */
export type Viewer = Place & Pick<Who, 'userId' | 'narrowing'>

/** The first layer of the scope. */
export type Place = Pick<Who, 'hasAllData' | 'orgCode' | 'relatedPsas' | 'moves'>

/*
 * The data scope has two layers. The place decides first: with hasAllData everything in the tenant, else the subtree of
 * the own department and the related projects (product.md "Organisation and stations"). Data roles then narrow what lies
 * at stations (docs/decisions/0092-data-roles.md). Each function says which rows it is for; `table` is their alias.
 */

/** Rows that lie in a place, but at no station: they have `dep_code` and `psa_id`. */
export function visiblePlaces(who: Place, table: string): RawBuilder<SqlBool> {
  if (who.hasAllData) return sql<SqlBool>`true`
  const subtree = liesUnder(who, `${table}.dep_code`, who.orgCode)
  if (who.relatedPsas.length === 0) return subtree
  return sql<SqlBool>`(${subtree} or ${sql.ref(`${table}.psa_id`)} = any(${who.relatedPsas}::bigint[]))`
}

const both = (place: RawBuilder<SqlBool>, shown: RawBuilder<SqlBool> | null | undefined) =>
  shown ? sql<SqlBool>`(${place} and ${shown})` : place

const underOf = (who: Viewer) => (column: string, code: string) => liesUnder(who, column, code)

/** Rows of `station`. */
export const visibleStations = (who: Viewer, table: string): RawBuilder<SqlBool> =>
  both(visiblePlaces(who, table), who.narrowing && shownStations(who.narrowing, table, 'id', underOf(who)))

/** Rows of something at a station: they have its place and `station_id`. */
export const visibleAtStation = (who: Viewer, table: string): RawBuilder<SqlBool> =>
  both(
    visiblePlaces(who, table),
    who.narrowing && shownStations(who.narrowing, table, 'station_id', underOf(who)),
  )

/** Rows of `work_order`. */
export const visibleOrders = (who: Viewer, table: string): RawBuilder<SqlBool> =>
  both(
    visiblePlaces(who, table),
    who.narrowing && shownOrders(who.narrowing, table, who.userId, underOf(who)),
  )

/**
 * Whether a place shows a row of `table` whose `visible` scope has more conditions: for what is about the row, such as a
 * process. `isThis` picks the row.
 */
export function visibleThrough(
  who: Viewer,
  place: string,
  row: { of: 'work_order' | 'ticket'; as: string; isThis: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  const inPlace = visiblePlaces(who, place)
  if (!who.narrowing?.rows) return inPlace
  const visible = row.of === 'work_order' ? visibleOrders(who, row.as) : visibleAtStation(who, row.as)
  return sql<SqlBool>`(${inPlace} and exists (
    select from ${sql.table(row.of)} ${sql.ref(row.as)} where ${row.isThis} and ${visible}))`
}

/*
 * The same rules for the people of a query: `user` is a person's alias, `department` that of their own department.
 */

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

/** A row's code of a place, from after the moves that are under way. The sub-select is evaluated once. */
export const placeNow = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(case when (select app.is_moving()) then app.code_now(${code}) end, ${code}, '')`

/** Whether a person sees rows that lie in a place. */
export const reachesPlace = (user: string, department: string, table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${column(user, 'has_all_data')}
    or starts_with(${placeNow(column(table, 'dep_code'))}, ${column(department, 'org_code')})
    or exists (select from user_psa related where related.tenant_id = ${column(user, 'tenant_id')}
      and related.user_id = ${column(user, 'id')} and related.psa_id = ${column(table, 'psa_id')}))`

/** Whether a person sees rows of `station`. */
export const reachesStation = (user: string, department: string, table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${reachesPlace(user, department, table)} and app.shows_station(${column(user, 'tenant_id')},
    ${column(user, 'id')}, ${column(table, 'dep_code')}, ${column(table, 'psa_id')}, ${column(table, 'id')}))`

/**
 * Whether a person sees rows of `work_order`. `onceTheirs`: whether they would if the order were their own, so that it
 * can be given to them.
 */
export const reachesOrder = (
  user: string,
  department: string,
  table: string,
  { onceTheirs = false } = {},
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${reachesPlace(user, department, table)}
    and app.shows_order(${column(user, 'id')}, ${sql.ref(table)}, ${sql.lit(onceTheirs)}))`
