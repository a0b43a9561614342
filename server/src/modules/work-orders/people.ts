import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleOrders, reachesStation } from '../../kernel/scope.ts'
import { ownDepartments } from '../departments/index.ts'

/**
 * Active people with `order:execute` whose data scope includes the station: their department contains it, its project
 * is related to them, or they see everything.
 */
export const executorsAt = (
  stationId: string,
  joins: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  from app_user u
  join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  join station s on s.id = ${stationId}
  ${joins}
  where u.status = '1' and app.is_granted(u.id, 'order:execute')
    and ${reachesStation('u', 'd', 's')}`

/** Names by id; throws naming the rule if one of them may not work at this station. */
export async function requireExecutors(
  ctx: Ctx,
  stationId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; realname: string }>`
    select u.id, u.realname ${executorsAt(stationId)} and u.id = any(${ids}::bigint[])`.execute(ctx.db)
  const names = new Map(rows.map((row) => [row.id, row.realname]))
  if (ids.some((id) => !names.has(id))) {
    throw new DomainError('order.executor', '负责人或协作人不在该电站的数据范围内，或没有执行工单的权限')
  }
  return names
}

/** People who execute orders in the caller's departments, or are responsible for an open order in scope. */
export const executorsInScope = (ctx: Ctx): RawBuilder<unknown> => sql`
  select u.id from app_user u
    join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.status = '1' and ${ownDepartments(ctx.who, 'd.org_code')} and u.id in (
      select ur.user_id from user_role ur
        join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
        join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
      where p.code = 'order:execute')
  union
  select o.liable_user_id from work_order o
    where o.flow_sts < 4 and o.liable_user_id is not null and ${visibleOrders(ctx.who, 'o')}`

/** The people of the teams by department; those who see everything come last. */
export const listPeople: Handler<(typeof workOrderCalls)['people']> = async (ctx) => {
  const { rows } = await sql<{ id: string; realname: string; departName: string }>`
    select u.id, u.realname, d.name as "departName" from (${executorsInScope(ctx)}) known
      join app_user u on u.id = known.id
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    order by u.has_all_data, d.org_code, u.name_place, u.id`.execute(ctx.db)
  return rows
}
