import type { Output } from '@heliodesk/contract/call.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql, type RawBuilder } from 'kysely'
import { DomainError, type Ctx, type Handler } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { ownDepartments } from '../departments/index.ts'
import { requireVisible } from './detail.ts'

/**
 * Active people with `order:execute` whose data scope includes the station: their department contains it, its project
 * is related to them, or they see everything.
 */
const executorsAt = (stationId: string): RawBuilder<unknown> => sql`
  from app_user u
  join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
  join station s on s.id = ${stationId}
  where u.status = '1' and app.is_granted(u.id, 'order:execute')
    and (u.has_all_data or starts_with(s.dep_code, d.org_code)
      or exists (select from user_psa up where up.user_id = u.id and up.psa_id = s.psa_id))`

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

/**
 * The people an order may be given to: the station's own team first, then the departments above it from the nearest on,
 * people of other departments whom its project is related to, and last those who see everything. Among equals the
 * least busy come first.
 */
export async function listExecutors(
  ctx: Ctx,
  orderId: string,
): Promise<Output<(typeof workOrderCalls)['executors']>> {
  const order = await requireVisible(ctx, orderId)
  const { rows } = await sql<{ id: string; realname: string; departName: string; openOrders: number }>`
    select u.id, u.realname, d.name as "departName",
      (select count(*)::int from work_order o where o.liable_user_id = u.id and o.flow_sts in (2, 3)) as "openOrders"
    ${executorsAt(order.station_id)}
    order by s.dep_code = d.org_code desc, u.has_all_data,
      case when starts_with(s.dep_code, d.org_code) then length(d.org_code) else 0 end desc,
      "openOrders", u.name_place, u.id`.execute(ctx.db)
  return rows
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
    where o.flow_sts < 4 and o.liable_user_id is not null and ${visibleStations(ctx.who, 'o')}`

/** The people of the teams by department; those who see everything come last. */
export const listPeople: Handler<(typeof workOrderCalls)['people']> = async (ctx) => {
  const { rows } = await sql<{ id: string; realname: string; departName: string }>`
    select u.id, u.realname, d.name as "departName" from (${executorsInScope(ctx)}) known
      join app_user u on u.id = known.id
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    order by u.has_all_data, d.org_code, u.name_place, u.id`.execute(ctx.db)
  return rows
}
