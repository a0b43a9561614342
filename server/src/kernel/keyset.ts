import { sql, type RawBuilder } from 'kysely'
import { present } from '../platform/certain.ts'

/** Rows come by these, each from its least value on; the last one is no two rows' own. */
export type Keys = readonly {
  column: RawBuilder<unknown>
  falls?: boolean
  type: 'numeric' | 'timestamptz' | 'float8' | 'bigint' | 'date'
}[]

export const orderBy = (keys: Keys) =>
  sql.join(keys.map(({ column, falls }) => (falls ? sql`${column} desc` : column)))

/** What stands behind these values: greater in the first key that differs. */
export function isBehind([key, ...others]: Keys, [value, ...rest]: readonly string[]): RawBuilder<unknown> {
  const { column, falls, type } = present(key)
  const bound = sql`${present(value)}::${sql.raw(type)}`
  const further = falls ? sql`${column} < ${bound}` : sql`${column} > ${bound}`
  return others.length === 0
    ? further
    : sql`(${further} or (${column} = ${bound} and ${isBehind(others, rest)}))`
}

/** The values of the keys in one row, as texts. */
export const placeBy = (keys: Keys) =>
  sql`array[${sql.join(keys.map(({ column }) => sql`(${column})::text`))}]`
