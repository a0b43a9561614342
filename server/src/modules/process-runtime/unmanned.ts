import { sql } from 'kysely'
import { reachesPlace } from '../../kernel/scope.ts'
import { inEachCompany } from '../../kernel/each-company.ts'
import type { Upkeep } from '../../kernel/context.ts'
import { one } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'

/** What people read of why nobody can do a step. */
const reasons: ReadonlyMap<string, string> = new Map([
  ['assignee left', '办理人已停用'],
  ['assignee out of scope', '办理人的数据范围不包含此流程'],
  ['candidates left', '没有在岗的候选办理人'],
  ['candidates out of scope', '候选办理人的数据范围都不包含此流程'],
])

export const unmannedText = (reason: string): string => reasons.get(reason) ?? reason

/** Whether role `r` is what `f` names, or has the permission that it names. */
const isOffered = sql`case f.kind when 'role' then r.role_code = f.ref else exists (
  select from role_permission rp join permission p on p.tenant_id = rp.tenant_id and p.id = rp.permission_id
  where rp.tenant_id = r.tenant_id and rp.role_id = r.id and p.code = f.ref) end`

/**
 * Finds the open steps that nobody can act on, by the rules of `personIn`, and notes them; returns their number. Who may
 * act for a role or permission is asked once for each of them and place, and at most two people are looked for: one of them is not the
 * starter, who never decides for a role.
 */
export async function findUnmanned(db: Db): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with open as materialized (
      select t.tenant_id, t.instance_id, t.id, t.assignee_id, i.dep_code, i.psa_id, i.starter_id
      from process_task t
      join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
      where t.state = 'open'
    ), offered as materialized (
      select distinct c.kind, c.ref, o.dep_code, o.psa_id from open o
      join process_candidate c on c.tenant_id = o.tenant_id and c.instance_id = o.instance_id and c.task_id = o.id
      where o.assignee_id is null and c.kind in ('role', 'right')
    ), manned as materialized (
      select f.kind, f.ref, f.dep_code, f.psa_id, array(
          select distinct u.id from role r
          join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
          join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
          join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
          where ${isOffered} and u.status = '1' and ${reachesPlace('u', 'd', 'f')} limit 2) as able,
        exists (
          select from role r
          join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
          join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id
          where ${isOffered} and u.status = '1') as anybody
      from offered f
    ), held as (
      select o.instance_id, o.id, case when u.status <> '1' then 'assignee left'
          when u.id is distinct from o.starter_id and not ${reachesPlace('u', 'd', 'o')} then 'assignee out of scope'
        end as reason
      from open o
      join app_user u on u.tenant_id = o.tenant_id and u.id = o.assignee_id
      join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    ), waiting as (
      select o.instance_id, o.id, case when coalesce(bool_or(each.able), false) then null
          when coalesce(bool_or(each.anybody), false) then 'candidates out of scope' else 'candidates left' end as reason
      from open o
      left join process_candidate c
        on c.tenant_id = o.tenant_id and c.instance_id = o.instance_id and c.task_id = o.id
      left join manned m on m.kind = c.kind and m.ref = c.ref and m.dep_code = o.dep_code
        and m.psa_id is not distinct from o.psa_id
      left join app_user u on u.tenant_id = c.tenant_id and u.id = case c.kind when 'user' then c.ref::bigint end
      left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
      cross join lateral (
        select u.status = '1' as anybody, u.status = '1' and (u.id = o.starter_id or ${reachesPlace('u', 'd', 'o')}) as able
        where c.kind = 'user'
        union all
        select m.anybody, exists (
          select from unnest(m.able) as a (id) where m.kind = 'right' or a.id is distinct from o.starter_id)
        where c.kind is distinct from 'user') each
      where o.assignee_id is null
      group by o.instance_id, o.id
    ), asked as (
      select * from held union all select * from waiting
    ), lost as materialized (
      select instance_id, id, reason from asked where reason is not null
    ), gone as (
      delete from process_unmanned m where not exists (
        select from lost l where l.instance_id = m.instance_id and l.id = m.task_id)
    ), noted as (
      insert into process_unmanned as m (instance_id, task_id, reason, at)
      select instance_id, id, reason, now() from lost order by instance_id, id
      on conflict (tenant_id, instance_id, task_id) do update set reason = excluded.reason
        where m.reason <> excluded.reason
    )
    select count(*)::int as found from lost`.execute(db)
  return one(rows).found
}

/** Several processes at once would only do the same work twice. */
const isFirst = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ first: boolean }>`
    select coalesce(pg_try_advisory_xact_lock(hashtextextended('unmanned steps', 0)), false) as first`.execute(
    db,
  )
  return one(rows).first
}

export const unmanned: Upkeep = {
  name: 'unmanned steps',
  everyMs: 300_000,
  async run(db) {
    if (await isFirst(db)) await inEachCompany(db, async () => void (await findUnmanned(db)))
  },
}
