import { sql, type SqlBool } from 'kysely'
import type { Who } from '../../kernel/context.ts'
import { visiblePlaces } from '../../kernel/scope.ts'
import { delegations, isDelegatedTask, isInForce, isTaskOf, rightsOf } from '../workflow/index.ts'
import { isListed, isNext, isOwnTask, isWithin, type Asker } from './views.ts'

const tasks = ({ db }: Asker) =>
  db
    .selectFrom('process_task as t')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.instance_id'),
    )
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )

/**
 * The open tasks that are held by the caller or offered to them, as `isTaskOf` says it of one task: each part has an
 * index of its own, so that lists read nothing that is open for others or elsewhere. What one started oneself is within
 * reach wherever it is, but is not offered to one's role.
 */
const isOffered = (who: Who) => sql<SqlBool>`((t.tenant_id, t.instance_id, t.id) in (
    select tenant_id, instance_id, id from process_task where state = 'open' and assignee_id = ${who.userId}
    union all
    select tenant_id, instance_id, task_id from process_candidate where open and kind = 'user' and ref = ${who.userId}
    union all
    select c.tenant_id, c.instance_id, c.task_id from process_candidate c
    where c.open and c.kind = 'role' and ${visiblePlaces(who, 'c')} and c.instance_id <> all(${startedBy(who)})
      and c.ref = any(array(
        select r.role_code from user_role ur
        join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.user_id = ${who.userId}))
    union all
    select c.tenant_id, c.instance_id, c.task_id from process_candidate c
    where c.open and c.kind = 'right' and ${visiblePlaces(who, 'c')} and c.ref = any(${rightsOfCaller(who)})
    union all
    select c.tenant_id, c.instance_id, c.task_id from process_candidate c
    where c.open and c.kind = 'right' and c.instance_id = any(${startedBy(who)}) and c.ref = any(${rightsOfCaller(who)}))
  and (t.assignee_id is null or t.assignee_id = ${who.userId}))`

const startedBy = ({ userId }: Who) => sql`array(
  select id from process_instance where status = 'running' and starter_id = ${userId})`

const rightsOfCaller = ({ userId }: Who) => sql`array(select code from ${rightsOf(sql`${userId}::bigint`)})`

/** The open tasks that are the caller's. */
export const todo = (asker: Asker) =>
  tasks(asker)
    .where('t.state', '=', 'open')
    .where(isOffered(asker.who))
    .where(isWithin(asker.who))
    .where(isNext(asker))

/** Asked once per statement: without a delegation, no task is looked at. */
const standsIn = ({ who, now }: Asker) => sql<SqlBool>`(select exists (
  select from process_delegation g
  where g.to_id = ${who.userId} and g.ended_at is null and g.starts_at <= ${now} and g.ends_at > ${now}))`

/** The open tasks of absent people for whom the caller stands in. What is the caller's own is in 待办. */
export const delegated = (asker: Asker) =>
  tasks(asker)
    .where(standsIn(asker))
    .where('t.state', '=', 'open')
    .where(isDelegatedTask(asker.who, asker.now))
    .where(sql<SqlBool>`(${isOwnTask(asker.who)} and ${isWithin(asker.who)}) is not true`)

/** For whom the caller may do task `t`. */
export const absent = ({ who, now }: Asker) => sql<string>`coalesce((
  select string_agg(distinct p.realname, '、') from ${delegations}
  where g.tenant_id = t.tenant_id and ${isInForce(who, now)} and ${isTaskOf(sql`p.id`)}), '')`

/** What the caller did, for themselves or others, and what others did for them. */
export const done = (asker: Asker) => {
  const { userId } = asker.who
  return tasks(asker)
    .where(sql<SqlBool>`(t.completed_by = ${userId} or t.behalf_id = ${userId})`)
    .where(isListed(asker))
}

export const copied = ({ db, who }: Asker) =>
  db
    .selectFrom('process_copy as c')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 'c.tenant_id').onRef('i.id', '=', 'c.instance_id'),
    )
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('c.user_id', '=', who.userId)

export const started = (asker: Asker) =>
  asker.db
    .selectFrom('process_instance as i')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('i.starter_id', '=', asker.who.userId)
    .where('i.parent_id', 'is', null)
    .where(isListed(asker))
