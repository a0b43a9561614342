import type { JoinBuilder } from 'kysely'
import type { DB } from './db-types.ts'

type ColumnName = { [Table in keyof DB]: keyof DB[Table] }[keyof DB]
type Column = `${string}.${ColumnName}`

/** The condition of a join on a key within one company: `.innerJoin('psa as p', onKey('p.id', 's.psa_id'))`. */
export function onKey(key: Column, reference: Column) {
  const companyOf = (column: Column) => `${column.slice(0, column.indexOf('.'))}.tenant_id`
  // oxlint-disable-next-line typescript/no-explicit-any -- the tables are those of the query that joins
  return (join: JoinBuilder<any, any>) =>
    join.onRef(companyOf(key), '=', companyOf(reference)).onRef(key, '=', reference)
}
