import { sql, type RawBuilder, type SqlBool } from 'kysely'

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
