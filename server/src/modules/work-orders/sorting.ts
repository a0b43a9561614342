import type { orderQuery } from '@heliodesk/contract/work-order-list.ts'
import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'

/** Rows that an index delivers in their order; `where` tells them from those of the other parts. */
type Part = { where: RawBuilder<unknown>; by: RawBuilder<unknown> }

type Sorted = Pick<z.output<typeof orderQuery>, 'orderField' | 'orderType'>

type Sorting = {
  /** The order of all rows as one expression. */
  by: RawBuilder<unknown>
  /** The same order in parts, one after the other, where no index has it as a whole. */
  parts: Part[] | null
}

/**
 * The list's sort order on a `work_order o`. Ascending orders are descending ones backwards, so that the same index
 * serves both; orders without a value come last in both.
 */
export function sortingOf({ orderField, orderType }: Sorted, now: Date): Sorting {
  const isRising = orderType === 'asc'
  const direction = isRising ? sql`asc` : sql`desc`
  // The id makes the order total.
  const rest = orderField && isRising ? sql`o.created_at asc, o.id asc` : sql`o.created_at desc, o.id desc`
  const whole = (by: RawBuilder<unknown>): Sorting => ({ by, parts: null })
  const byTime = (column: 'plan_start_time' | 'plan_end_time') => {
    const time = sql.ref(`o.${column}`)
    const by = sql`${time} ${direction}, ${rest}`
    // Nulls last is what an index has in ascending order.
    if (isRising) return whole(by)
    const parts = [sql`${time} is not null`, sql`${time} is null`].map((where) => ({ where, by }))
    return { by: sql`${time} desc nulls last, ${rest}`, parts }
  }
  switch (orderField) {
    case undefined:
    case 'createTime':
      return whole(rest)
    case 'lossPower':
      return whole(sql`o.open_loss ${direction}, ${rest}`)
    case 'planStartTime':
      return byTime('plan_start_time')
    case 'planEndTime':
      return byTime('plan_end_time')
    case 'overHours': {
      // The longer overdue, the earlier its planned end.
      const isOver = sql`(o.flow_sts < 4 and o.plan_end_time < ${now})`
      return {
        by: sql`case when ${isOver} then ${now} - o.plan_end_time end ${direction} nulls last, ${rest}`,
        parts: [
          { where: isOver, by: sql`o.plan_end_time ${isRising ? sql`desc` : sql`asc`}, ${rest}` },
          { where: sql`${isOver} is not true`, by: rest },
        ],
      }
    }
    case 'workCode':
      // By bytes, as its index has them.
      return whole(sql`o.work_code using ${isRising ? sql`~<~` : sql`~>~`}`)
  }
}

/** The ids of `limit` rows from `offset` on; `from` is a source of orders `o` with its conditions. */
export function pageOf(
  { by, parts }: Sorting,
  from: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): RawBuilder<unknown> {
  // The first page's size is a literal: with a parameter the planner would expect a tenth of the table and plan again
  // every time.
  const skipped = offset === 0 ? sql`` : sql`offset ${offset}`
  if (!parts) return sql`select o.id ${from} order by ${by} limit ${sql.lit(limit)} ${skipped}`
  // PostgreSQL reads parts that have a limit one after the other, and the second only if the first is not enough.
  const end = offset === 0 ? sql.lit(limit) : sql`${offset + limit}`
  const read = parts.map(
    ({ where, by: order }) => sql`(select o.id ${from} and ${where} order by ${order} limit ${end})`,
  )
  return sql`select o.id from (${sql.join(read, sql` union all `)}) o limit ${sql.lit(limit)} ${skipped}`
}
