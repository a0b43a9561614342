import type { approvalCalls, InstanceState } from '@heliodesk/contract/approvals.ts'
import type { auditCalls } from '@heliodesk/contract/audits.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { businessPageOf, sysPageOf } from '../../kernel/paging.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { businessOf } from '../workflow/index.ts'

type Calls = typeof approvalCalls
export type Asker = Pick<Ctx, 'db' | 'who'>

/** The codes of the caller's roles, as a subquery. */
const ownRoles = ({ userId }: Who) => sql`(select r.role_code from user_role ur
  join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.user_id = ${userId})`

/** Whether task `t` of instance `i` is offered to the caller. Nobody decides for their role about what they started. */
export const isOwnTask = (who: Who): RawBuilder<SqlBool> => sql<SqlBool>`(
  t.assignee_id = ${who.userId} or t.assignee_id is null and exists (
    select from process_candidate c
    where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id and c.task_id = t.id
      and (c.kind = 'user' and c.ref = ${who.userId}
        or c.kind = 'role' and i.starter_id <> ${who.userId} and c.ref in ${ownRoles(who)})))`

/**
 * The keys of the open tasks that may be the caller's. Each part has an index of its own, so that lists do not read what
 * is open for others; `isOwnTask` then decides.
 */
const offeredKeys = (who: Who) => sql`(
  select tenant_id, instance_id, id from process_task where state = 'open' and assignee_id = ${who.userId}
  union
  select tenant_id, instance_id, task_id from process_candidate where open and kind = 'user' and ref = ${who.userId}
  union
  select tenant_id, instance_id, task_id from process_candidate
  where open and kind = 'role' and ref = any(array(${ownRoles(who)})))`

/** Whether the caller may act in instance `i` at all. */
const isWithin = (who: Who): RawBuilder<SqlBool> =>
  sql<SqlBool>`(i.starter_id = ${who.userId} or ${visibleStations(who, 'i')})`

/** Whether instance `i` has a task `t` of this kind. */
const hasTask = (condition: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and ${condition})`

/** Whether the caller started instance `i`, or has or had a step of it. */
const hasPart = (who: Who): RawBuilder<SqlBool> => sql<SqlBool>`(
  i.starter_id = ${who.userId}
  or ${hasTask(
    sql`(t.completed_by = ${who.userId} or t.state in ('open', 'held') and ${isOwnTask(who)} and ${isWithin(who)})`,
  )})`

/** Whether the caller may look at instance `i`. */
const isReadable = (who: Who): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${hasPart(who)} or ${mayDo(who.userId, 'workflow:manage')} and ${visibleStations(who, 'i')})`

/** The open tasks that are the caller's. */
const todo = ({ db, who }: Asker) =>
  db
    .selectFrom('process_task as t')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.instance_id'),
    )
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('t.state', '=', 'open')
    .where(sql<SqlBool>`(t.tenant_id, t.instance_id, t.id) in ${offeredKeys(who)}`)
    .where(isOwnTask(who))
    .where(isWithin(who))

const done = ({ db, who }: Asker) =>
  db
    .selectFrom('process_task as t')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.instance_id'),
    )
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('t.completed_by', '=', who.userId)

const started = ({ db, who }: Asker) =>
  db
    .selectFrom('process_instance as i')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('i.starter_id', '=', who.userId)
    .where('i.parent_id', 'is', null)

const shared = [
  'i.id as processInstanceId',
  'i.business_type as businessType',
  'i.business_id as businessId',
  'i.title',
  'u.realname as starter',
  'i.started_at as startTime',
  sql<InstanceState>`i.status`.as('status'),
  // Companies name their own forms; other types have the name that their module gives them.
  sql<string | null>`(
    select v.definition ->> 'name' from oa_form f
    join oa_form_version v on v.tenant_id = f.tenant_id and v.form_key = f.key and v.version = f.current_version
    where f.tenant_id = i.tenant_id and f.key = i.business_type)`.as('formName'),
] as const

type Titled = { businessType: string; formName: string | null }

const withTitle = <Row extends Titled>({ formName, ...row }: Row) => ({
  ...row,
  businessTitle: formName ?? businessOf(row.businessType).title,
})

const openSteps = sql<string>`coalesce((
  select string_agg(distinct s.name, '、') from process_task s
  where s.tenant_id = i.tenant_id and s.instance_id = i.id and s.state = 'open'), '')`

const isNamed = (keyword: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(strpos(lower(i.title), lower(${keyword})) > 0 or strpos(u.realname, ${keyword}) > 0)`

/** A page of one of the caller's lists: what is due first, or happened last. */
export async function listApprovals(
  { db, who }: Asker,
  { box, keyword, ...page }: Input<Calls['page']>,
): Promise<Output<Calls['page']>> {
  const show = <Row extends Titled>(row: Row) => withWireTimes(withTitle(row), who.timeZone)
  const asker = { db, who }
  if (box === 'started')
    return businessPageOf(
      started(asker)
        .where(isNamed(keyword))
        .select(shared)
        .select([openSteps.as('step'), sql<number | null>`null::int`.as('taskId')])
        .select([
          sql<Date>`coalesce(i.ended_at, i.started_at)`.as('stepTime'),
          sql<Date | null>`null::timestamptz`.as('dueTime'),
        ])
        .orderBy('i.id', 'desc'),
      page,
      show,
    )
  if (box === 'done')
    return businessPageOf(
      done(asker)
        .where(isNamed(keyword))
        .select(shared)
        .select(['t.id as taskId', 't.name as step', 't.due_at as dueTime'])
        .select(sql<Date>`coalesce(t.closed_at, t.opened_at)`.as('stepTime'))
        .orderBy('t.closed_at', 'desc')
        .orderBy('t.instance_id', 'desc')
        .orderBy('t.id', 'desc'),
      page,
      show,
    )
  return businessPageOf(
    todo(asker)
      .where(isNamed(keyword))
      .select(shared)
      .select(['t.id as taskId', 't.name as step', 't.opened_at as stepTime', 't.due_at as dueTime'])
      .orderBy(sql`t.due_at nulls last`)
      .orderBy('t.instance_id')
      .orderBy('t.id'),
    page,
    show,
  )
}

type Wanted = Input<typeof auditCalls.list>

/** A page of the instances in which the caller has a part, the latest first. */
export function listParts(
  { db, who }: Asker,
  { box, status, businessType, keyword, ...page }: Wanted,
): Promise<Output<typeof auditCalls.list>> {
  let query = db
    .selectFrom('process_instance as i')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('i.parent_id', 'is', null)
    .where(isNamed(keyword))
    .where(box === 'started' ? sql<SqlBool>`i.starter_id = ${who.userId}` : hasPart(who))
  if (box === 'todo')
    query = query.where(hasTask(sql`t.state = 'open' and ${isOwnTask(who)} and ${isWithin(who)}`))
  if (box === 'done') query = query.where(hasTask(sql`t.completed_by = ${who.userId}`))
  if (status) query = query.where('i.status', '=', status)
  if (businessType) query = query.where('i.business_type', '=', businessType)
  return sysPageOf(query.select(shared).select(openSteps.as('step')).orderBy('i.id', 'desc'), page, (row) =>
    withWireTimes(withTitle(row), who.timeZone),
  )
}

export async function countApprovals({ db, who }: Asker): Promise<Output<Calls['counts']>> {
  const asker = { db, who }
  const counted = (query: { select: unknown }) => query as never
  const total = sql<number>`count(*)::int`.as('total')
  const { rows } = await sql<Output<Calls['counts']>>`
    select (${counted(todo(asker).select(total))}) as todo, (${counted(done(asker).select(total))}) as done,
      (${counted(started(asker).select(total))}) as started`.execute(db)
  return one(rows)
}

/** The head of an instance that the caller may look at. */
export async function readInstance({ db, who }: Asker, id: string) {
  const row = await db
    .selectFrom('process_instance as i')
    .innerJoin('process_definition as d', (join) =>
      join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.definition_id'),
    )
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .select(shared)
    .select(['i.ended_at as endTime', 'd.name as processName', 'd.version'])
    .select(['i.definition_id', 'i.starter_id', 'i.parent_id'])
    .select(mayDo(who.userId, 'workflow:manage').as('isKeeper'))
    .where('i.id', '=', id)
    .where(isReadable(who))
    .executeTakeFirstOrThrow(notFound)
  return withTitle(row)
}

/** Refuses unless the caller may look at an instance about this row. */
export const requireReadable = ({ db, who }: Asker, businessType: string, businessId: string) =>
  db
    .selectFrom('process_instance as i')
    .select('i.id')
    .where('i.business_type', '=', businessType)
    .where('i.business_id', '=', businessId)
    .where(isReadable(who))
    .limit(1)
    .executeTakeFirstOrThrow(notFound)

/** The open steps of an instance with the names of who holds them or could take them. */
export async function openStepsOf({ db, who }: Asker, id: string) {
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
          from process_candidate c
          left join app_user u on u.tenant_id = c.tenant_id
            and u.id = case c.kind when 'user' then c.ref::bigint end
          left join role r on c.kind = 'role' and r.tenant_id = c.tenant_id and r.role_code = c.ref
          where c.tenant_id = t.tenant_id and c.instance_id = t.instance_id and c.task_id = t.id
        ) named where named.name is not null),
        '{}')`.as('people'),
    )
    .where('t.instance_id', '=', id)
    .where('t.closed_at', 'is', null)
    .orderBy('t.id')
    .execute()
  return rows.map(({ isOwn, ...row }) => ({ ...withWireTimes(row, who.timeZone), isMine: isOwn }))
}
