import type { Output } from '@heliodesk/contract/call.ts'
import { LOAD_LIMIT, SHORT_LIST, type dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { isUnder } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { executorsInScope } from '../work-orders/index.ts'
import { openOrders, type PlaceInput } from './place.ts'

/** The people who execute orders in this scope, by number of open orders in it. */
export async function loadPeople(
  ctx: Ctx,
  input: PlaceInput,
): Promise<Output<(typeof dashboardCalls)['people']>> {
  const belongs = input.depCode ? sql`where ${isUnder('d.org_code', input.depCode)} or n > 0` : sql``
  const { rows } = await sql<{
    people: number
    overloaded: number
    rows: { id: string; realname: string; openOrders: number }[] | null
  }>`
    with load as materialized (
      select liable_user_id as id, count(*) as n from (${openOrders(ctx, input)}) o
      where liable_user_id is not null group by liable_user_id
    ), person as materialized (
      select u.id, u.realname, u.name_place, coalesce(load.n, 0) as n from (${executorsInScope(ctx)}) known
        join app_user u on u.id = known.id
        join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
        left join load on load.id = u.id
      ${belongs}
    )
    select (select count(*)::int from person) as people,
      (select count(*)::int from person where n > ${LOAD_LIMIT}) as overloaded,
      (select jsonb_agg(jsonb_build_object('id', id::text, 'realname', realname, 'openOrders', n)
          order by n desc, name_place, id)
        from (select * from person order by n desc, name_place, id limit ${sql.lit(SHORT_LIST)}) busiest) as rows`.execute(
    ctx.db,
  )
  const { people, overloaded, rows: busiest } = one(rows)
  return { people, overloaded, rows: busiest ?? [] }
}
