import { SOON_HOURS, type approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Input, Output } from '@heliodesk/contract/call.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { allOf, mentions } from '../../kernel/conditions.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { fromWireTime, withWireTimes } from '../../kernel/wire-time.ts'
import { one } from '../../platform/certain.ts'
import { businessOf } from '../workflow/index.ts'
import { isOwnTask, isWithin, shared } from './views.ts'

type Calls = typeof approvalCalls
type Wanted = Omit<Input<Calls['page']>, 'box'>
type Asker = Pick<Ctx, 'db' | 'who' | 'now'>

const tasks = ({ db }: Asker) =>
  db
    .selectFrom('process_task as t')
    .innerJoin('process_instance as i', (join) =>
      join.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.instance_id'),
    )
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )

/** The open tasks that are the caller's. */
const todo = (asker: Asker) =>
  tasks(asker).where('t.state', '=', 'open').where(isOwnTask(asker.who)).where(isWithin(asker.who))

const done = (asker: Asker) => tasks(asker).where('t.completed_by', '=', asker.who.userId)

const started = ({ db, who }: Asker) =>
  db
    .selectFrom('process_instance as i')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
    )
    .where('i.starter_id', '=', who.userId)
    .where('i.parent_id', 'is', null)

/** The name of the department of a place. */
const place = sql<string>`coalesce((
  select d.name from department d where d.tenant_id = i.tenant_id and d.org_code = i.dep_code), '')`

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

/** A page of one of the caller's lists: what is due first, or happened last. */
export async function listApprovals(
  asker: Asker,
  { box, ...wanted }: Input<Calls['page']>,
): Promise<Output<Calls['page']>> {
  const show = <Row extends { businessType: string; node: string | null }>({ node, ...row }: Row) => {
    const { title, alone } = businessOf(row.businessType)
    return {
      ...withWireTimes(row, asker.who.timeZone),
      businessTitle: title,
      alone: node === null ? null : (alone?.({ node }) ?? null),
    }
  }
  if (box === 'started')
    return businessPageOf(
      started(asker)
        .where(narrowed(wanted, asker))
        .select(shared)
        .select([openSteps.as('step'), place.as('place')])
        .select([sql<number | null>`null::int`.as('taskId'), sql<string | null>`null::text`.as('node')])
        .select([
          sql<Date>`coalesce(i.ended_at, i.started_at)`.as('stepTime'),
          sql<Date | null>`null::timestamptz`.as('dueTime'),
        ])
        .orderBy('i.id', 'desc'),
      wanted,
      show,
    )
  if (box === 'done')
    return businessPageOf(
      done(asker)
        .where(narrowed(wanted, asker))
        .select(shared)
        .select(['t.id as taskId', 't.name as step', 't.due_at as dueTime', place.as('place')])
        .select([
          sql<Date>`coalesce(t.closed_at, t.opened_at)`.as('stepTime'),
          sql<string | null>`null::text`.as('node'),
        ])
        .orderBy('t.closed_at', 'desc')
        .orderBy('t.instance_id', 'desc')
        .orderBy('t.id', 'desc'),
      wanted,
      show,
    )
  const { due, order } = wanted
  return businessPageOf(
    todo(asker)
      .where(narrowed(wanted, asker))
      .where(due ? isDue[due](asker) : sql<SqlBool>`true`)
      .select(shared)
      .select(['t.id as taskId', 't.name as step', 't.opened_at as stepTime', 't.due_at as dueTime'])
      .select([sql<string | null>`t.node`.as('node'), place.as('place')])
      .orderBy(order === 'due' ? sql`t.due_at nulls last` : sql`t.opened_at desc`)
      .orderBy('t.instance_id', order === 'due' ? 'asc' : 'desc')
      .orderBy('t.id'),
    wanted,
    show,
  )
}

export async function countApprovals(asker: Asker): Promise<Output<Calls['counts']>> {
  const counted = (query: { select: unknown }) => query as never
  const total = sql<number>`count(*)::int`.as('total')
  const { soon, overdue } = isDue
  const { rows } = await sql<Output<Calls['counts']>>`
    select own.todo, own.soon, own.overdue, (${counted(done(asker).select(total))}) as done,
      (${counted(started(asker).select(total))}) as started
    from (${counted(
      todo(asker).select([
        sql`count(*)::int`.as('todo'),
        sql`(count(*) filter (where ${soon(asker)}))::int`.as('soon'),
        sql`(count(*) filter (where ${overdue(asker)}))::int`.as('overdue'),
      ]),
    )}) as own`.execute(asker.db)
  return one(rows)
}
