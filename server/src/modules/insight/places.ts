import type { Output } from '@heliodesk/contract/call.ts'
import type { insightCalls } from '@heliodesk/contract/insight.ts'
import { sql } from 'kysely'
import type { Ctx, Who } from '../../kernel/context.ts'
import { isUnder, visiblePlaces, visibleStations } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'

type Sight = Output<(typeof insightCalls)['sight']>
type Place = Sight['places'][number]
type Counts = Pick<Sight['counts'], 'stations' | 'allStations' | 'ofDepartment' | 'ofProjects' | 'cut'>

/** How many stations of one department are named, and how many departments. */
const MOST_NAMED = 8
const MOST_PLACES = 300

/** The stations that the caller sees, by department: which of them the person sees, and why or why not. */
export async function placesOf({ db, who }: Ctx, person: Who): Promise<Counts & { places: Place[] }> {
  const ofDepartment = person.hasAllData ? sql`true` : isUnder('s.dep_code', person.orgCode)
  const why = sql`case when ${visibleStations(person, 's')} then
      case when ${person.hasAllData}::boolean then 'all' when ${ofDepartment} then 'department' else 'project' end
    when ${visiblePlaces(person, 's')} then 'cut' else 'outside' end`
  const known = sql`with known as materialized (
      select s.id, s.name, s.name_place, s.department_id, s.dep_code, s.capacity_kwp, ${why} as why,
        ${visibleStations(person, 's')} as sees
      from station s where ${visibleStations(who, 's')}
    )`
  const { rows: counts } = await sql<Counts>`${known}
    select (count(*) filter (where sees))::int as stations, count(*)::int as "allStations",
      (count(*) filter (where why in ('all', 'department')))::int as "ofDepartment",
      (count(*) filter (where why = 'project'))::int as "ofProjects", (count(*) filter (where why = 'cut'))::int as cut
    from known`.execute(db)
  const { rows: places } = await sql<Place>`${known}, place as (
      select dep_code, count(*)::int as all, (count(*) filter (where sees))::int as seen,
        coalesce(sum(capacity_kwp) filter (where sees), 0) as kwp,
        -- The most of what is seen, else of what is not.
        coalesce(mode() within group (order by why) filter (where sees), mode() within group (order by why)) as why
      from known group by dep_code
    ), ranked as (
      select *, row_number() over (partition by department_id order by sees desc, name_place, id) as at from known
    )
    select d.id as "depId", d.name as "depName", d.org_code as "orgCode", sum(place.all)::int as all,
      sum(place.seen)::int as seen, round(sum(place.kwp) / 1000, 1)::float8 as megawatts,
      coalesce((array_agg(place.why order by place.seen desc) filter (where place.seen > 0))[1], min(place.why)) as why,
      coalesce((select json_agg(json_build_object('psId', ranked.id::text, 'psName', ranked.name,
          'megawatts', round(ranked.capacity_kwp / 1000, 1)::float8, 'why', ranked.why) order by ranked.at)
        from ranked where ranked.department_id = d.id and ranked.at <= ${MOST_NAMED}), '[]') as stations,
      (select greatest(count(*) - ${MOST_NAMED}, 0)::int from known where known.department_id = d.id) as more
    from department d join place on starts_with(place.dep_code, d.org_code)
    group by d.id, d.name, d.org_code order by d.org_code limit ${MOST_PLACES}`.execute(db)
  return { ...one(counts), places }
}
