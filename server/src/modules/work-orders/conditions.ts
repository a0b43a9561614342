import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Who } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { liesUnder, placeNow } from '../../kernel/scope.ts'

/** A condition on an order named `o`. */
export type Condition = RawBuilder<SqlBool>

/** This person is responsible for it or helps with it. */
export const isWorkOf = (userId: string): Condition =>
  sql`(o.liable_user_id = ${userId} or ${userId} = any(o.assist_user_ids))`

/** Open orders that this person is responsible for or helps with. */
export const isMine = (userId: string): Condition => sql`(o.flow_sts in (2, 3) and ${isWorkOf(userId)})`

/** Open and past its planned end; a closed order is never overdue. */
export const isOverdue = (now: Date): Condition => sql`(o.flow_sts < 4 and o.plan_end_time < ${now})`

/**
 * Orders whose next step is this person's: to assign with the permission, to execute as one of the executors, to accept
 * with the permission and if the rules allow it (`refusalOf` in the contract).
 */
export const isTodo = (userId: string): Condition => sql`(o.flow_sts < 4 and case o.flow_sts
  when 1 then ${mayDo(userId, 'order:assign')}
  when 2 then ${isWorkOf(userId)}
  else ${mayDo(userId, 'order:check')} and (${isWorkOf(userId)}) is not true
    and not (o.task_type in (7, 8) and o.reporter_id is not distinct from ${userId}) end)`

type Scope = { depCodes?: string; psaIds?: string; psIds?: string }

/** Ranges of more departments would make the statement too long. */
const MOST_RANGES = 8

const partsOf = (joined: string | undefined) => (joined ? [...new Set(joined.split(','))] : [])

/**
 * Orders in any of these departments, sub-areas and stations; an empty scope does not filter. Each kind has its index:
 * sub-areas are resolved to their stations first. `table` is the alias that has `dep_code`.
 */
export function inScope(
  who: Pick<Who, 'moves'>,
  { depCodes, psaIds, psIds }: Scope,
  table: string,
): Condition[] {
  const [codes, psas, stations] = [partsOf(depCodes), partsOf(psaIds), partsOf(psIds)]
  const ways: Condition[] =
    codes.length <= MOST_RANGES
      ? codes.map((code) => liesUnder(who, `${table}.dep_code`, code))
      : [isInAny(codes, table)]
  if (psas.length > 0)
    ways.push(sql`o.station_id = any(array(
      select t.id from station t where t.psa_id = any(${psas}::bigint[]) union select unnest(${stations}::bigint[])))`)
  else if (stations.length > 0) ways.push(sql`o.station_id = any(${stations}::bigint[])`)
  return ways.length === 0 ? [] : [sql`(${sql.join(ways, sql` or `)})`]
}

/** Departments in any of many subtrees, by their exact codes. */
const isInAny = (
  codes: readonly string[],
  table: string,
): Condition => sql`${placeNow(sql.ref(`${table}.dep_code`))} in (
  select d.org_code from department d, generate_series(3, length(d.org_code), 3) reach
  where left(d.org_code, reach) in (select unnest(${codes}::text[])))`
