import type { InstanceState } from '@heliodesk/contract/approvals.ts'
import type { Countersign } from '@heliodesk/contract/process-step.ts'
import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visiblePlaces } from '../../kernel/scope.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import {
  businessOf,
  delegations,
  isDelegatedTask,
  isInForce,
  isNextInRow,
  isTaskOf,
  mayBeDelegated,
  seesRow,
} from '../workflow/index.ts'

export type Asker = Pick<Ctx, 'db' | 'who' | 'now'>

/** Whether task `t` of instance `i` is offered to the caller. */
export const isOwnTask = ({ userId }: Who): RawBuilder<SqlBool> => isTaskOf(sql`${userId}::bigint`)

/** Whether the caller may act in instance `i` at all. */
export const isWithin = (who: Who): RawBuilder<SqlBool> =>
  sql<SqlBool>`(i.starter_id = ${who.userId} or ${visiblePlaces(who, 'i')})`

/** Whether instance `i` has a task `t` of this kind. */
export const hasTask = (condition: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and ${condition})`

/** Whether the caller started instance `i`, has or had a step of it, or stands in for somebody who has. */
export const hasPart = ({ who, now }: Asker): RawBuilder<SqlBool> => sql<SqlBool>`(
  i.starter_id = ${who.userId}
  or ${hasTask(sql`(t.completed_by = ${who.userId} or t.behalf_id = ${who.userId} or t.state in ('open', 'held') and (
    ${isOwnTask(who)} and ${isWithin(who)} or ${isDelegatedTask(who, now)}))`)})`

/** Whether the caller has a part in instance `i`, or keeps the processes. */
const isParty = (asker: Asker): RawBuilder<boolean> => sql<boolean>`coalesce(
  ${hasPart(asker)} or ${mayDo(asker.who.userId, 'workflow:manage')} and ${visiblePlaces(asker.who, 'i')}, false)`

/** Whether the caller has a copy of instance `i`. */
const isCopied = ({ who }: Asker): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select from process_copy c where c.tenant_id = i.tenant_id and c.instance_id = i.id and c.user_id = ${who.userId})`

/** Whether the caller may look at instance `i`: as they may at its row, or by their part in it. */
export const isReadable = (asker: Asker): RawBuilder<SqlBool> =>
  seesRow(asker.who, sql<SqlBool>`(${isParty(asker)} or ${isCopied(asker)})`)

/** Whether the row of instance `i` keeps it from none of the lists in which the caller has a part in it. */
export const isListed = ({ who }: Asker): RawBuilder<SqlBool> => seesRow(who)

/** The same of an open step, which has to be the caller's next. */
export const isNext = (asker: Asker): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isListed(asker)} and ${isNextInRow(asker)})`

/** The candidates of tasks; in place of a permission, the roles that give it. */
export const candidates = sql`(
  select tenant_id, instance_id, task_id, kind, ref from process_candidate where kind <> 'right'
  union
  select c.tenant_id, c.instance_id, c.task_id, 'role', r.role_code from process_candidate c
  join permission p on p.tenant_id = c.tenant_id and p.code = c.ref
  join role_permission rp on rp.tenant_id = p.tenant_id and rp.permission_id = p.id
  join role r on r.tenant_id = rp.tenant_id and r.id = rp.role_id
  where c.kind = 'right')`

/** What lists and details say of instance `i`, whose starter is `u`. */
export const shared = [
  'i.id as processInstanceId',
  'i.business_type as businessType',
  'i.business_id as businessId',
  'i.title',
  // Asked for the rows of a page alone; the join of `u`, where nothing is searched, for none.
  sql<string>`coalesce((
    select p.realname from app_user p where p.tenant_id = i.tenant_id and p.id = i.starter_id), '系统')`.as(
    'starter',
  ),
  'i.started_at as startTime',
  sql<InstanceState>`i.status`.as('status'),
  // Companies name their own forms; other types have the name that their module gives them.
  sql<string | null>`(
    select v.definition ->> 'name' from oa_form f
    join oa_form_version v on v.tenant_id = f.tenant_id and v.form_key = f.key and v.version = f.current_version
    where f.tenant_id = i.tenant_id and f.key = i.business_type)`.as('formName'),
] as const

type Titled = { businessType: string; formName: string | null }

export const withTitle = <Row extends Titled>({ formName, ...row }: Row) => ({
  ...row,
  businessTitle: formName ?? businessOf(row.businessType).title,
})

/** How often task `t` has been urged. */
export const urges = sql<number>`(
  select count(*)::int from process_event e
  where e.tenant_id = t.tenant_id and e.instance_id = t.instance_id and e.task_id = t.id and e.kind = 'urge')`

/** What the step of task `t` forbids. */
export const deniedOf = sql<StepOperation[]>`coalesce((
  select k.signing -> 'denied' from process_token k
  where k.tenant_id = t.tenant_id and k.instance_id = t.instance_id and k.id = t.token), '[]')`

const signedBy = sql`'done', (k.signing ->> 'done')::int, 'of', jsonb_array_length(k.signing -> 'signers'),
  'needed', (k.signing ->> 'needed')::int`
const isSignedTogether = sql`k.signing <> 'null' and jsonb_array_length(k.signing -> 'signers') > 1`

/** How far the signers of task `t` have come; null where there is one. */
export const countersignOf = sql<Countersign | null>`(
  select jsonb_build_object(${signedBy}) from process_token k
  where k.tenant_id = t.tenant_id and k.instance_id = t.instance_id and k.id = t.token and t.closed_at is null
    and ${isSignedTogether})`

/** The same of all steps of instance `i` that are open; `token`: of this one only. */
export const countersignsOf = (token = sql`k.id`) => sql<(Countersign & { step: string })[]>`coalesce((
  select jsonb_agg(jsonb_build_object('step', s.name, ${signedBy}) order by k.id) from process_token k
  cross join lateral (
    select s.name from process_task s where s.tenant_id = k.tenant_id and s.instance_id = k.instance_id
      and s.token = k.id and s.closed_at is null limit 1) s
  where k.tenant_id = i.tenant_id and k.instance_id = i.id and k.id = ${token} and ${isSignedTogether}), '[]')`

/** The head of an instance that the caller may look at. */
export async function readInstance(asker: Asker, id: string) {
  const { db, who } = asker
  const row = await db
    .selectFrom('process_instance as i')
    .innerJoin('process_definition as d', (join) =>
      join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.definition_id'),
    )
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .select(shared)
    .select(['i.ended_at as endTime', 'd.name as processName', 'd.version'])
    .select(['i.definition_id', 'i.starter_id', 'i.parent_id'])
    .select(sql<boolean>`${mayDo(who.userId, 'workflow:manage')}`.as('isKeeper'))
    .select(isParty(asker).as('isParty'))
    .select(
      sql<boolean>`exists (
        select from process_copy c where c.tenant_id = i.tenant_id and c.instance_id = i.id
          and c.user_id = ${who.userId} and c.read_at is null)`.as('isUnread'),
    )
    .where('i.id', '=', id)
    .where(isReadable(asker))
    .executeTakeFirstOrThrow(notFound)
  return withTitle(row)
}

/**
 * In whose names the caller says something about an instance: in both, where they have a part in it for an absent person
 * and none of their own.
 */
export async function actingIn({ db, who, now }: Asker, id: string) {
  const { rows } = await sql<{ behalf: string | null }>`
    select case when i.starter_id is distinct from ${who.userId} and not ${hasTask(
      sql`(t.completed_by = ${who.userId} and t.behalf_id is null
        or t.state in ('open', 'held') and ${isOwnTask(who)} and ${isWithin(who)})`,
    )} then (
      select p.id from ${delegations}
      join process_task t on t.tenant_id = g.tenant_id and t.instance_id = i.id
      where g.tenant_id = i.tenant_id and ${isInForce(who, now)} and (
        t.completed_by = ${who.userId} and t.behalf_id = p.id
        or t.state in ('open', 'held') and ${isTaskOf(sql`p.id`)} and ${mayBeDelegated})
      order by t.closed_at desc nulls first, t.id, p.id limit 1) end as behalf
    from process_instance i where i.id = ${id}`.execute(db)
  return { actor: who.userId, behalf: one(rows).behalf }
}

/** Refuses unless the caller may look at an instance about this row. */
export const requireReadable = (asker: Asker, businessType: string, businessId: string) =>
  asker.db
    .selectFrom('process_instance as i')
    .select('i.id')
    .where('i.business_type', '=', businessType)
    .where('i.business_id', '=', businessId)
    .where(isReadable(asker))
    .limit(1)
    .executeTakeFirstOrThrow(notFound)

/** The open steps of an instance with the names of who holds them or could take them. */
export async function openStepsOf({ db, who, now }: Asker, id: string) {
  const rows = await db
    .selectFrom('process_task as t')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.instance_id'),
    )
    .select(['t.id as taskId', 't.node', 't.name', 't.opened_at as since', 't.due_at as dueTime', 't.token'])
    .select(sql<boolean>`t.state = 'held'`.as('isHeld'))
    .select(sql<boolean>`t.assignee_id is null`.as('isOffered'))
    .select(sql<boolean>`coalesce(${isOwnTask(who)} and ${isWithin(who)}, false)`.as('isOwn'))
    .select(
      sql<string[]>`coalesce(
        (select array[u.realname] from app_user u where u.tenant_id = t.tenant_id and u.id = t.assignee_id),
        (select array_agg(named.name order by named.name) from (
          select case c.kind when 'user' then u.realname else r.role_name end as name
          from ${candidates} c
          left join app_user u on u.tenant_id = c.tenant_id
            and u.id = case c.kind when 'user' then c.ref::bigint end
          left join role r on c.kind = 'role' and r.tenant_id = c.tenant_id and r.role_code = c.ref
          where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id and c.task_id = t.id
        ) named where named.name is not null),
        '{}')`.as('people'),
    )
    .select([urges.as('urged'), countersignOf.as('countersign'), deniedOf.as('denied')])
    .select(
      sql<string[]>`array(
        select distinct p.realname from ${delegations}
        where g.tenant_id = t.tenant_id and ${isInForce(who, now)} and ${isTaskOf(sql`p.id`)}
          and ${mayBeDelegated})`.as('absent'),
    )
    .where('t.instance_id', '=', id)
    .where('t.closed_at', 'is', null)
    .orderBy('t.id')
    .execute()
  return rows.map(({ isOwn, absent, ...row }) => ({
    ...withWireTimes(row, who.timeZone),
    isMine: isOwn || absent.length > 0,
    behalf: isOwn ? [] : absent,
  }))
}
