import { RANKED_PEOPLE, type workPortalCalls } from '@heliodesk/contract/work-portal.ts'
import { sql } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { requireRights } from '../../kernel/rights.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { executorsInScope } from '../work-orders/index.ts'
import { periodsOf } from './day.ts'

type Ranked = {
  id: string
  realname: string
  finished: number
  due: number
  onTime: number
  hours: number
}

/**
 * The people who execute orders in scope, by the share of what was due this month that they finished in time (domain.md
 * §5: what is unfinished and late stays in it), then by how much they finished.
 */
export const rankPeople: Handler<(typeof workPortalCalls)['ranking']> = async (ctx) => {
  await requireRights(ctx, ['order:list'])
  const { month, monthBegin } = periodsOf(ctx.now, ctx.who.timeZone)
  const visible = visibleOrders(ctx.who, 'o')
  const isDue = sql`o.plan_end_time >= ${monthBegin} and o.plan_end_time <= ${ctx.now}`
  const { rows } = await sql<Ranked>`
    with finished as (
      select o.liable_user_id as id, count(*)::int as n from work_order o
      where o.flow_sts = 4 and o.flow_end_time >= ${monthBegin} and ${visible} group by 1
    ), due as (
      select id, count(*)::int as n, (count(*) filter (where on_time))::int as on_time from (
        select o.liable_user_id as id, o.flow_end_time <= o.plan_end_time as on_time
        from work_order o where o.flow_sts = 4 and ${isDue} and ${visible}
        union all
        select o.liable_user_id, false from work_order o where o.flow_sts < 4 and ${isDue} and ${visible}
      ) each_one group by id
    ), worked as (
      select h.executor_name as name,
        round(sum(extract(epoch from h.actual_end_time - h.actual_start_time)) / 3600, 1) as n
      from work_order_hours h join work_order o on o.tenant_id = h.tenant_id and o.id = h.order_id
      where h.actual_start_time >= ${monthBegin} and h.actual_start_time <= ${ctx.now} and ${visible} group by 1
    )
    select u.id, u.realname, coalesce(finished.n, 0) as finished, coalesce(due.n, 0) as due,
      coalesce(due.on_time, 0) as "onTime", coalesce(worked.n, 0) as hours
    from (${executorsInScope(ctx)}) known
    join app_user u on u.id = known.id
    left join finished on finished.id = u.id
    left join due on due.id = u.id
    left join worked on worked.name = u.realname
    where finished.n > 0 or due.n > 0
    order by due.on_time::float8 / nullif(due.n, 0) desc nulls last, finished desc, u.name_place, u.id
    limit ${sql.lit(RANKED_PEOPLE)}`.execute(ctx.db)
  return { begin: month, rows }
}
