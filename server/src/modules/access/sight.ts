import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { allOf } from '../../kernel/conditions.ts'
import { isUnder, reachesPlace, reachesStation, visibleStations } from '../../kernel/scope.ts'
import { mayRelate } from '../stations/index.ts'

type Asker = Pick<Ctx, 'db' | 'who'>

/** A station, or a department with everything below it; by default everything. */
export type Place = { psId?: string; orgCode?: string }

/**
 * The tables that `stationsSeen` reads, for a statement's WITH: how many stations that the caller sees a place has,
 * counted where they are, and then for each department, because most people see exactly their department. The stations
 * one by one are for those whom a data role narrows; without such people they are not read.
 */
export const sightTables = ({ who }: Asker, { psId, orgCode }: Place = {}): RawBuilder<unknown> => {
  const wanted = allOf(
    visibleStations(who, 's'),
    psId && sql`s.id = ${psId}`,
    orgCode && isUnder('s.dep_code', orgCode),
  )
  return sql`place as materialized (
      select s.dep_code, s.psa_id, count(*)::int as stations from station s where ${wanted} group by s.dep_code, s.psa_id
    ), below as materialized (
      select d.id, coalesce(sum(place.stations), 0)::int as stations
      from department d left join place on starts_with(place.dep_code, d.org_code) group by d.id
    ), each_station as materialized (
      select s.tenant_id, s.id, s.dep_code, s.psa_id from station s where ${wanted}
    )`
}

/** How many stations there are. */
export const allStations = sql<number>`(select coalesce(sum(place.stations), 0)::int from place)`

/** How many of them the person `u` of the department `d` sees. */
export const stationsSeen = sql<number>`coalesce(case
  when app.has_data_role(u.tenant_id, u.id)
    then (select count(*)::int from each_station where ${reachesStation('u', 'd', 'each_station')})
  when not u.has_all_data and not exists (select from user_psa up where up.tenant_id = u.tenant_id and up.user_id = u.id)
    then (select below.stations from below where below.id = d.id)
  else (select coalesce(sum(place.stations), 0)::int from place where ${reachesPlace('u', 'd', 'place')}) end, 0)`

/** The columns of a person `u` of the department `d` that every answer has. */
export const personColumns = ({ who }: Asker): RawBuilder<unknown> => sql`
  u.id, u.username, u.realname, u.department_id as "depId", d.name as "depName",
  case when u.has_all_data then '1' else '0' end as "hasAllData",
  (select count(*)::int from user_psa up join psa p on p.tenant_id = up.tenant_id and p.id = up.psa_id
    where up.tenant_id = u.tenant_id and up.user_id = u.id and ${mayRelate(who, 'p')}) as "psaCount",
  ${stationsSeen} as "stationCount"`

export type PersonRow = {
  id: string
  username: string
  realname: string
  depId: string
  depName: string
  hasAllData: '0' | '1'
  psaCount: number
  stationCount: number
}
