import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** All conditions that are there: a filter that nobody gave is `given && sql…`. */
export function allOf(
  ...conditions: (RawBuilder<unknown> | undefined | null | false | '')[]
): RawBuilder<SqlBool> {
  const there = conditions.filter(
    (each) => each !== undefined && each !== null && each !== false && each !== '',
  )
  return there.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(there, sql` and `)})`
}

/** Whether a text contains the keyword, in upper or lower case; every text contains no keyword. */
export const mentions = (text: RawBuilder<unknown>, keyword: string | undefined): RawBuilder<SqlBool> =>
  keyword ? sql<SqlBool>`strpos(lower(${text}), ${keyword.toLowerCase()}) > 0` : sql<SqlBool>`true`
