import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Who } from '../../../kernel/context.ts'
import { reachesPlace, visiblePlaces } from '../../../kernel/scope.ts'
import { typesWithOwnCalls } from './business.ts'

/** What decides whether somebody may act. */
export type Actor = Pick<Who, 'userId' | 'hasAllData' | 'orgCode' | 'relatedPsas' | 'moves'>

/** Delegations `g` with the absent person `p` and their department `pd`. */
export const delegations = sql`process_delegation g
  join app_user p on p.tenant_id = g.tenant_id and p.id = g.from_id
  join department pd on pd.tenant_id = p.tenant_id and pd.id = p.department_id`

/**
 * Whether delegation `g` lets `who` act in instance `i` now. Both must be within reach of the place, so that nobody gets by
 * a delegation what they may not see, nor gives what they have lost. Nobody decides for others about what they started,
 * and what an absent person was asked for by a third one is not passed on; nor are steps that calls of the rows take.
 */
export const isInForce = (who: Actor, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(
  g.to_id = ${who.userId} and g.ended_at is null and g.starts_at <= ${now} and g.ends_at > ${now}
  and (g.types is null or i.business_type = any(g.types)) and i.business_type <> all(${typesWithOwnCalls()}::text[])
  and p.status = '1' and i.starter_id is distinct from ${who.userId} and ${visiblePlaces(who, 'i')}
  and (i.starter_id = p.id or ${reachesPlace('p', 'pd', 'i')}))`

/** The name of who acts (`app_user` row `actor`) with that of who is absent, as histories have it: 李四（代张三）. */
export const actingName = (actor: string, absent: string): RawBuilder<string | null> =>
  sql`app.acting_name(${sql.ref(`${actor}.realname`)}, ${sql.ref(`${absent}.realname`)})`

/** The codes of a person's permissions, in a `from`. */
export const rightsOf = (person: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select m.code from user_role ur
  join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
  join permission m on m.tenant_id = rp.tenant_id and m.id = rp.permission_id
  where ur.user_id = ${person} and m.code is not null) as granted`

/**
 * Whether task `t` of instance `i` is held by a person, or offered to them. Nobody decides for their role about what they
 * started. `person` is an id or a column.
 */
export const isTaskOf = (person: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  t.assignee_id = ${person} or t.assignee_id is null and exists (
    select from process_candidate c
    where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id and c.task_id = t.id
      and (c.kind = 'user' and c.ref = ${person}::text
        or c.kind = 'right' and c.ref in (select code from ${rightsOf(person)})
        or c.kind = 'role' and i.starter_id is distinct from ${person} and c.ref in (
          select r.role_code from user_role ur
          join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.user_id = ${person}))))`

/** Whether the step of task `t` lets others do it for an absent person. */
export const mayBeDelegated = sql<SqlBool>`not exists (
  select from process_token k where k.tenant_id = t.tenant_id and k.instance_id = t.instance_id and k.id = t.token
    and k.signing -> 'denied' ? 'delegate')`

/** Whether `who` may act on task `t` of instance `i` for somebody who is absent. */
export const isDelegatedTask = (who: Actor, now: Date): RawBuilder<SqlBool> => sql<SqlBool>`(exists (
  select from ${delegations} where g.tenant_id = t.tenant_id and ${isInForce(who, now)} and ${isTaskOf(sql`p.id`)})
  and ${mayBeDelegated})`
