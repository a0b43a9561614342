import { SOON_HOURS, type approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Countersign } from '@heliodesk/contract/process-step.ts'
import type { auditCalls } from '@heliodesk/contract/audits.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { StepOperation } from '@heliodesk/contract/process-file.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { placeNow } from '../../kernel/scope.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { businessPageOf, countedPageOf, sysPageOf, totalOfAll } from '../../kernel/paging.ts'
import { fromWireTime, withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { keepPlans } from '../../platform/postgres.ts'
import { businessOf, businessTitles } from '../workflow/index.ts'
import { absent, copied, delegated, done, started, todo } from './sources.ts'
import {
  countersignsOf,
  deniedOf,
  hasPart,
  hasTask,
  isListed,
  isNext,
  isOwnTask,
  isWithin,
  shared,
  urges,
  withTitle,
  type Asker,
} from './views.ts'

type Calls = typeof approvalCalls
type Wanted = Omit<Input<Calls['page']>, 'box'>

/** The name of the department of a place, by the collation of the departments' index. */
const place = sql<string>`coalesce((
  select d.name from department d where d.tenant_id = i.tenant_id and d.org_code = ${placeNow(sql`i.dep_code`)} collate "default"), '')`

const openSteps = sql<string>`coalesce((
  select string_agg(distinct s.name, '、') from process_task s
  where s.tenant_id = i.tenant_id and s.instance_id = i.id and s.state = 'open'), '')`

const narrowed = (
  { keyword, types, starterId, startTimeFrom: from, startTimeTo: to }: Wanted,
  { who }: Asker,
): RawBuilder<SqlBool> =>
  allOf(
    keyword && mentions(sql`concat_ws(' ', i.title, u.realname)`, keyword, 'u'),
    types.length > 0 && sql`i.business_type = any(${types}::text[])`,
    starterId && sql`i.starter_id = ${starterId}`,
    from && sql`i.started_at >= ${fromWireTime(from, who.timeZone)}`,
    to && sql`i.started_at <= ${fromWireTime(to, who.timeZone)}`,
  )

const HOUR_MS = 3_600_000

/** What of task `t` is due: in time but soon, or no more in time. */
const isDue = {
  soon: ({ now }: Asker) =>
    sql<SqlBool>`(t.due_at >= ${now} and t.due_at < ${new Date(now.getTime() + SOON_HOURS * HOUR_MS)})`,
  overdue: ({ now }: Asker) => sql<SqlBool>`t.due_at < ${now}`,
}

/** What a list says of an instance without a step of its own. */
const noTask = [
  sql<number | null>`null::int`.as('taskId'),
  sql<string | null>`null::text`.as('node'),
  sql<Date | null>`null::timestamptz`.as('dueTime'),
  sql<string>`''`.as('behalf'),
  openSteps.as('step'),
  countersignsOf().as('countersigns'),
  sql<StepOperation[]>`'[]'::jsonb`.as('denied'),
  place.as('place'),
  sql<number>`(
    select count(*)::int from process_event e join process_task s
      on s.tenant_id = e.tenant_id and s.instance_id = e.instance_id and s.id = e.task_id and s.state = 'open'
    where e.tenant_id = i.tenant_id and e.instance_id = i.id and e.kind = 'urge')`.as('urged'),
] as const

/** What it says of an open task. */
const openTask = [
  't.id as taskId',
  't.name as step',
  't.opened_at as stepTime',
  't.due_at as dueTime',
  sql<string | null>`t.node`.as('node'),
  sql<boolean>`false`.as('isUnread'),
  place.as('place'),
  countersignsOf(sql`t.token`).as('countersigns'),
  deniedOf.as('denied'),
  urges.as('urged'),
] as const

/** The open tasks of a list in the order that was asked for. */
const inOrder = (query: ReturnType<typeof todo>, asker: Asker, { due, order, ...wanted }: Wanted) =>
  query
    .where(narrowed({ due, order, ...wanted }, asker))
    .where(due ? isDue[due](asker) : sql<SqlBool>`true`)
    .select(shared)
    .select(openTask)
    .select(totalOfAll)
    .orderBy(order === 'due' ? sql`t.due_at nulls last` : sql`t.opened_at desc`)
    .orderBy('t.instance_id', order === 'due' ? 'asc' : 'desc')
    .orderBy('t.id')

const boxes = {
  todo: (asker: Asker, wanted: Wanted) =>
    inOrder(todo(asker), asker, wanted).select(sql<string>`''`.as('behalf')),
  delegated: (asker: Asker, wanted: Wanted) =>
    inOrder(delegated(asker), asker, wanted).select(absent(asker).as('behalf')),
  done: (asker: Asker, wanted: Wanted) =>
    done(asker)
      .where(narrowed(wanted, asker))
      .select(shared)
      .select(['t.id as taskId', 't.name as step', 't.due_at as dueTime', place.as('place')])
      .select([
        sql<Date>`coalesce(t.closed_at, t.opened_at)`.as('stepTime'),
        sql<string | null>`null::text`.as('node'),
        sql<boolean>`false`.as('isUnread'),
        sql<number>`0`.as('urged'),
        sql<(Countersign & { step: string })[]>`'[]'::jsonb`.as('countersigns'),
        sql<StepOperation[]>`'[]'::jsonb`.as('denied'),
        // Of what others did for the caller, who did it.
        sql<string>`case when t.behalf_id is null then '' else coalesce((
          select p.realname from app_user p where p.tenant_id = t.tenant_id
            and p.id = case t.behalf_id when ${asker.who.userId} then t.completed_by else t.behalf_id end), '') end`.as(
          'behalf',
        ),
      ])
      .orderBy('t.closed_at', 'desc')
      .orderBy('t.instance_id', 'desc')
      .orderBy('t.id', 'desc'),
  started: (asker: Asker, wanted: Wanted) =>
    started(asker)
      .where(narrowed(wanted, asker))
      .select(shared)
      .select(noTask)
      .select([
        sql<Date>`coalesce(i.ended_at, i.started_at)`.as('stepTime'),
        sql<boolean>`false`.as('isUnread'),
      ])
      .orderBy('i.id', 'desc'),
  copied: (asker: Asker, wanted: Wanted) =>
    copied(asker)
      .where(narrowed(wanted, asker))
      .select(shared)
      .select(noTask)
      .select(['c.copied_at as stepTime', sql<boolean>`c.read_at is null`.as('isUnread')])
      .orderBy('c.copied_at', 'desc')
      .orderBy('i.id', 'desc'),
}

/** A page of one of the caller's lists: what is due first, or happened last. */
export async function listApprovals(
  asker: Asker,
  { box, ...wanted }: Input<Calls['page']>,
): Promise<Output<Calls['page']>> {
  type Shown = { businessType: string; formName: string | null; node: string | null }
  const show = <Row extends Shown>({ node, ...row }: Row) => ({
    ...withWireTimes(withTitle(row), asker.who.timeZone),
    alone: node === null ? null : (businessOf(row.businessType).alone?.({ node }) ?? null),
  })
  await keepPlans(asker.db)
  const showOpen = <Row extends Shown & { total: number }>({ total: _total, ...row }: Row) => show(row)
  switch (box) {
    case 'todo':
      return countedPageOf(boxes.todo(asker, wanted), wanted, showOpen)
    case 'delegated':
      return countedPageOf(boxes.delegated(asker, wanted), wanted, showOpen)
    case 'done':
      return businessPageOf(boxes.done(asker, wanted), wanted, show)
    case 'started':
      return businessPageOf(boxes.started(asker, wanted), wanted, show)
    case 'copied':
      return businessPageOf(boxes.copied(asker, wanted), wanted, show)
  }
}

type Part = Input<typeof auditCalls.list>

/** A page of the instances in which the caller has a part, the latest first. */
export function listParts(
  asker: Asker,
  { box, status, businessType, keyword, ...page }: Part,
): Promise<Output<typeof auditCalls.list>> {
  const { db, who } = asker
  let query = db
    .selectFrom('process_instance as i')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('i.parent_id', 'is', null)
    .where(isListed(asker))
    .where(allOf(keyword && mentions(sql`concat_ws(' ', i.title, u.realname)`, keyword, 'u')))
    .where(box === 'started' ? sql<SqlBool>`i.starter_id = ${who.userId}` : hasPart(asker))
  if (box === 'todo')
    query = query.where(
      hasTask(sql`t.state = 'open' and ${isOwnTask(who)} and ${isWithin(who)} and ${isNext(asker)}`),
    )
  if (box === 'done') query = query.where(hasTask(sql`t.completed_by = ${who.userId}`))
  if (status) query = query.where('i.status', '=', status)
  if (businessType) query = query.where('i.business_type', '=', businessType)
  return sysPageOf(query.select(shared).select(openSteps.as('step')).orderBy('i.id', 'desc'), page, (row) =>
    withWireTimes(withTitle(row), who.timeZone),
  )
}

/** The types of business rows by which lists are filtered: those of modules, and the company's forms. */
export async function listTypes({ db }: Asker): Promise<Output<Calls['types']>> {
  const { rows } = await sql<{ value: string; label: string }>`
    select f.key as value, coalesce(v.definition ->> 'name', f.key) as label from oa_form f
    join oa_form_version v on v.tenant_id = f.tenant_id and v.form_key = f.key and v.version = f.current_version
    order by f.id`.execute(db)
  return [...businessTitles().map(({ type, title }) => ({ value: type, label: title })), ...rows]
}

export async function countApprovals(asker: Asker): Promise<Output<Calls['counts']>> {
  const counted = (query: { select: unknown }) => query as never
  const total = sql<number>`count(*)::int`.as('total')
  const { soon, overdue } = isDue
  await keepPlans(asker.db)
  const { rows } = await sql<Output<Calls['counts']>>`
    select own.todo, own.soon, own.overdue, (${counted(done(asker).select(total))}) as done,
      (${counted(started(asker).select(total))}) as started,
      (${counted(delegated(asker).select(total))}) as delegated, copies.copied, copies.unread
    from (${counted(
      todo(asker).select([
        sql`count(*)::int`.as('todo'),
        sql`(count(*) filter (where ${soon(asker)}))::int`.as('soon'),
        sql`(count(*) filter (where ${overdue(asker)}))::int`.as('overdue'),
      ]),
    )}) as own, (${counted(
      copied(asker).select([
        sql`count(*)::int`.as('copied'),
        sql`(count(*) filter (where c.read_at is null))::int`.as('unread'),
      ]),
    )}) as copies`.execute(asker.db)
  return one(rows)
}
