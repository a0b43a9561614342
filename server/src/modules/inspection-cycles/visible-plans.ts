import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { ownDepartments } from '../departments/index.ts'

/**
 * Plans `p` of the caller's departments; of people whose data roles narrow what they see, those of whose stations they see
 * all.
 */
export function visiblePlans({ who }: Pick<Ctx, 'who'>): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`exists (
    select from department d where d.tenant_id = p.tenant_id and d.id = p.department_id
      and ${ownDepartments(who, 'd.org_code')})`
  if (!who.narrowing?.rows) return own
  return sql<SqlBool>`(${own} and not exists (
    select from inspection_plan_leg l join station s on s.tenant_id = l.tenant_id and s.id = l.station_id
    where l.tenant_id = p.tenant_id and l.plan_id = p.id and not ${visibleStations(who, 's')}))`
}
