import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { isUnder } from '../../kernel/scope.ts'

/** About an order named `o`. */
export type Condition = RawBuilder<SqlBool>

export const allOf = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`

const isExecutor = (userId: string): Condition =>
  sql`(o.liable_user_id = ${userId} or ${userId} = any(o.assist_user_ids))`

/** Open orders that this person is responsible for or helps with. */
export const isMine = (userId: string): Condition => sql`(o.flow_sts in (2, 3) and ${isExecutor(userId)})`

/** Past its planned end while it is open; a closed order is late no more. */
export const isOverdue = (now: Date): Condition => sql`(o.flow_sts < 4 and o.plan_end_time < ${now})`

/** The right is looked up once for a whole statement. */
const mayDo = (userId: string, code: string): Condition =>
  sql`(select app.is_granted(${userId}::bigint, ${sql.lit(code)}))`

/**
 * Orders whose next step is this person's: to assign with the right to it, to execute as one of its executors, to accept
 * with the right to it and as somebody who may (`refusalOf` in the contract has the rule).
 */
export const isTodo = (userId: string): Condition => sql`(o.flow_sts < 4 and case o.flow_sts
  when 1 then ${mayDo(userId, 'order:assign')}
  when 2 then ${isExecutor(userId)}
  else ${mayDo(userId, 'order:check')} and (${isExecutor(userId)}) is not true
    and not (o.task_type in (7, 8) and o.reporter_id is not distinct from ${userId}) end)`

type Scope = { depCodes?: string; psaIds?: string; psIds?: string }

/** With more departments their ranges would make too long a statement. */
const MOST_RANGES = 8

const partsOf = (joined: string | undefined) => (joined ? [...new Set(joined.split(','))] : [])

/**
 * Orders in any of these departments, sub-areas and stations; none of them does not narrow. Each way has its index:
 * sub-areas are looked up as their stations first. `table` is the alias that has `dep_code`.
 */
export function inScope({ depCodes, psaIds, psIds }: Scope, table: string): Condition[] {
  const [codes, psas, stations] = [partsOf(depCodes), partsOf(psaIds), partsOf(psIds)]
  const ways: Condition[] =
    codes.length <= MOST_RANGES
      ? codes.map((code) => isUnder(`${table}.dep_code`, code))
      : [isInAny(codes, table)]
  if (psas.length > 0)
    ways.push(sql`o.station_id = any(array(
      select t.id from station t where t.psa_id = any(${psas}::bigint[]) union select unnest(${stations}::bigint[])))`)
  else if (stations.length > 0) ways.push(sql`o.station_id = any(${stations}::bigint[])`)
  return ways.length === 0 ? [] : [sql`(${sql.join(ways, sql` or `)})`]
}

/** Departments at or below one of many, by their exact codes. */
const isInAny = (
  codes: readonly string[],
  table: string,
): Condition => sql`${sql.ref(`${table}.dep_code`)} in (
  select d.org_code from department d, generate_series(3, length(d.org_code), 3) reach
  where left(d.org_code, reach) in (select unnest(${codes}::text[])))`
