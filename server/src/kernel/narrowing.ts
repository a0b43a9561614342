import type { DataColumn } from '@heliodesk/contract/data-columns.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The conditions on rows of one data role; null where it has none of a kind. Ids and codes are the database's own. */
export type RowRule = {
  /** Of the data role. */
  id: string
  depCodes: string[] | null
  psaIds: string[] | null
  stationIds: string[] | null
  siteTypes: string[] | null
  taskTypes: number[] | null
  isExcluded: boolean
  own: 'own' | 'ownOrOpen' | null
}

/** What a person's data roles leave of their scope (`app.narrowing_of`). */
export type Narrowing = {
  /** Each adds its rows; null leaves all. */
  rows: RowRule[] | null
  columns: Partial<Record<DataColumn, 'hide' | 'mask'>>
  mostExportRows: number | null
}

type Under = (column: string, orgCode: string) => RawBuilder<SqlBool>

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** The place of a row: `station` is the column with the station's id. */
function placeOf(rule: RowRule, table: string, station: string, isUnder: Under): RawBuilder<SqlBool>[] {
  const { depCodes, psaIds, stationIds, siteTypes } = rule
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const places =
    depCodes || psaIds || stationIds
      ? [
          anyOf([
            ...(depCodes ?? []).map((code) => isUnder(`${table}.dep_code`, code)),
            ...(psaIds ? [sql`${column('psa_id')} = any(${psaIds}::bigint[])`] : []),
            ...(stationIds ? [sql`${column(station)} = any(${stationIds}::bigint[])`] : []),
          ]),
        ]
      : []
  if (!siteTypes) return places
  // Evaluated once for the statement.
  const ofType = sql`select typed.id from station typed where typed.site_type = any(${siteTypes}::text[])`
  return [...places, sql<SqlBool>`${column(station)} in (${ofType})`]
}

/** Whether one of the rules shows a row that lies at a station. */
export const shownStations = (
  { rows }: Narrowing,
  table: string,
  station: string,
  isUnder: Under,
): RawBuilder<SqlBool> | null =>
  rows && anyOf(rows.map((rule) => allOf(placeOf(rule, table, station, isUnder))))

/** Whether one of the rules shows a row of `work_order`. */
export const shownOrders = (
  { rows }: Narrowing,
  table: string,
  userId: string,
  isUnder: Under,
): RawBuilder<SqlBool> | null =>
  rows &&
  anyOf(
    rows.map((rule) =>
      allOf([...placeOf(rule, table, 'station_id', isUnder), ...orderConditions(rule, table, userId)]),
    ),
  )

function orderConditions({ taskTypes, isExcluded, own }: RowRule, table: string, userId: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const isListed = sql`${column('task_type')} = any(${taskTypes}::smallint[])`
  const isOwn = sql`${userId}::bigint in (${column('reporter_id')}, ${column('liable_user_id')}, ${column('checker_id')})
    or ${userId}::bigint = any(${column('assist_user_ids')})`
  return [
    ...(taskTypes ? [isExcluded ? sql`not ${isListed}` : isListed] : []),
    // A comparison with a person that an order does not have yet is null.
    ...(own
      ? [sql`coalesce(${isOwn}${own === 'own' ? sql`` : sql` or ${column('flow_sts')} = 1`}, false)`]
      : []),
  ]
}

/** Whether the rules say more of orders than of their stations, so that counts by station are not exact. */
export const narrowsOrders = (narrowing: Narrowing | null): boolean =>
  narrowing?.rows?.some(({ taskTypes, own }) => taskTypes !== null || own !== null) ?? false
