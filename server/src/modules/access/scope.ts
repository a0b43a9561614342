import type { accessCalls } from '@heliodesk/contract/access.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Handler } from '../../kernel/context.ts'
import { reachesPlace } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { ownOrgCode } from '../departments/index.ts'
import { usersInScope } from '../users/index.ts'
import { requireRole } from './members.ts'
import { allStations, sightTables } from './sight.ts'

type Calls = typeof accessCalls

/** What gives people their stations: their department unless they see everything, and their related projects. */
const sources = (people: RawBuilder<unknown>) => sql`
  select case when has_all_data then 'all' else 'department' end as kind,
    case when not has_all_data then department_id end as dep_id, * from (${people}) as base
  union all
  select 'projects', null, * from (${people}) as further where not has_all_data and exists (
    select from user_psa up where up.tenant_id = further.tenant_id and up.user_id = further.id)`

type SourceRow = {
  kind: 'all' | 'department' | 'projects'
  depId: string | null
  depName: string | null
  userCount: number
  stationCount: number
  users: string[]
}

export const readDataScope: Handler<Calls['dataScope']> = async (ctx, { roleId }) => {
  await requireRole(ctx, roleId)
  const people = sql`
    select u.id, u.tenant_id, u.realname, u.name_place, u.has_all_data, u.department_id, d.name as dep_name, d.org_code
    ${usersInScope(ctx)} and u.status = '1' and exists (select from user_role ur
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id and ur.role_id = ${roleId})`
  const { rows } = await sql<SourceRow>`
    with ${sightTables(ctx)}, source as (${sources(people)})
    select kind, dep_id as "depId", case when kind = 'department' then min(dep_name) end as "depName",
      count(*)::int as "userCount",
      coalesce(case kind when 'all' then ${allStations}
        when 'department' then (select below.stations from below where below.id = dep_id)
        else (select coalesce(sum(place.stations), 0)::int from place where exists (
          select from source related join user_psa up on up.tenant_id = related.tenant_id and up.user_id = related.id
          where related.kind = 'projects' and up.psa_id = place.psa_id)) end, 0) as "stationCount",
      coalesce((array_agg(realname order by name_place, id))[1:5], '{}') as users
    from source group by kind, dep_id order by kind, min(org_code)`.execute(ctx.db)
  const { rows: sums } = await sql<{ userCount: number; stationCount: number; allStations: number }>`
    with ${sightTables(ctx)}, person as (${people})
    select (select count(*)::int from person) as "userCount", ${allStations} as "allStations",
      (select coalesce(sum(place.stations), 0)::int from place where exists (
        select from person where ${reachesPlace('person', 'person', 'place')})) as "stationCount"`.execute(
    ctx.db,
  )
  return { ...one(sums), sources: rows }
}

/** Projects and departments that the caller does not see add nothing to the count. */
export const readScopeSize: Handler<Calls['scopeSize']> = async (ctx, { depId, allData, relPsaIds }) => {
  const orgCode = depId === undefined ? null : await ownOrgCode(ctx, depId)
  const { rows } = await sql<{ stationCount: number; allStations: number }>`
    with ${sightTables(ctx)}
    select ${allStations} as "allStations", coalesce(sum(place.stations) filter (
      where ${allData === '1'}::boolean or starts_with(place.dep_code, ${orgCode}::text)
        or place.psa_id = any(${relPsaIds}::bigint[])), 0)::int as "stationCount"
    from place`.execute(ctx.db)
  return one(rows)
}
