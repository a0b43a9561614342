import { sql } from 'kysely'
import type { Who } from '../../../kernel/context.ts'
import type { DemoCompany } from '../../../kernel/first-data/offer.ts'

export type Member = Pick<Who, 'orgCode' | 'realname' | 'userId' | 'username'>
type Role = 'issuer' | 'leader' | 'member' | 'permitter' | 'shiftLeader'

/** A station with earths in store, and people of its department whom the published list qualifies. */
export type Crew = {
  psId: string
  psName: string
  orderId: string | null
  tenantId: number
  timeZone: string
  earths: string[]
} & Record<Role, Member>

/** A station for each leader where every role has somebody, with an order in progress if there is one. */
export async function findCrews({ db, now }: Pick<DemoCompany, 'db' | 'now'>): Promise<Crew[]> {
  const { rows } = await sql<Crew>`
    with able as (
      select distinct on (q.person_id) q.person_id, q.roles, d.org_code, u.realname, u.username
      from qualification q
        join department d on d.tenant_id = q.tenant_id and d.id = q.department_id
        join app_user u on u.tenant_id = q.tenant_id and u.id = q.person_id
      where q.revoked_at is null and q.valid_until >= ${new Date(now.getTime() + 86_400_000)}::date
    ), place as (
      select s.id, s.name, s.dep_code, s.tenant_id, t.time_zone,
        array(select e.id::text from earth e where e.station_id = s.id and e.state = 'stored' and e.kind = 'wire'
          and e.test_due > ${now}::date order by e.name_place, e.id) as earths
      from station s join tenant t on t.id = s.tenant_id where s.status = '1'
    ), picked as (
      select p.*, ${pick('issuer', 1)} as issuer, ${pick('leader', 1)} as leader,
        ${pick('permitter', 1)} as permitter, ${pick('leader', 2)} as member
      from place p where cardinality(p.earths) >= 3
    ), one_each as (
      select distinct on (leader ->> 'userId') * from picked order by leader ->> 'userId', id
    )
    select p.id as "psId", p.name as "psName", p.tenant_id as "tenantId", p.time_zone as "timeZone", p.earths, p.issuer, p.leader,
      p.permitter, p.member, coalesce(${pick('shiftLeader', 2)}, p.issuer) as "shiftLeader",
      (select o.id from work_order o where o.station_id = p.id and o.flow_sts = 2 and o.other_sts = 2 order by o.id limit 1)
        as "orderId"
    from one_each p
    where p.issuer is not null and p.leader is not null and p.permitter is not null and p.member is not null
      and p.issuer ->> 'userId' <> p.permitter ->> 'userId'
    order by p.id`.execute(db)
  return rows
}

/** The nth person with a role whose department the station belongs to, the nearest department first. */
const pick = (role: string, nth: number) => sql`(
  select jsonb_build_object('userId', a.person_id::text, 'realname', a.realname, 'username', a.username, 'orgCode', a.org_code)
  from able a where ${role} = any(a.roles) and starts_with(p.dep_code, a.org_code)
  order by length(a.org_code) desc, a.person_id offset ${nth - 1} limit 1)`
