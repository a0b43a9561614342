import type { approvalCalls, InstanceState } from '@heliodesk/contract/approvals.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { notFound, type Ctx, type Who } from '../../kernel/context.ts'
import { mayDo } from '../../kernel/rights.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { toWireTime, withWireTimes } from '../../kernel/wire-time.ts'
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

/** Whether the caller may act in instance `i` at all. */
export const isWithin = (who: Who): RawBuilder<SqlBool> =>
  sql<SqlBool>`(i.starter_id = ${who.userId} or ${visibleStations(who, 'i')})`

/** Whether the caller may look at instance `i`. */
const isReadable = (who: Who): RawBuilder<SqlBool> => sql<SqlBool>`(
  i.starter_id = ${who.userId}
  or ${mayDo(who.userId, 'workflow:manage')} and ${visibleStations(who, 'i')}
  or exists (
    select from process_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id
      and (t.completed_by = ${who.userId} or t.state in ('open', 'held') and ${isOwnTask(who)} and ${isWithin(who)})))`

/** What lists and details say of instance `i`, whose starter is `u`. */
export const shared = [
  'i.id as processInstanceId',
  'i.business_type as businessType',
  'i.business_id as businessId',
  'i.title',
  'u.realname as starter',
  'i.started_at as startTime',
  sql<InstanceState>`i.status`.as('status'),
] as const

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
    .select(['i.definition_id', 'i.starter_id'])
    .select(mayDo(who.userId, 'workflow:manage').as('isKeeper'))
    .where('i.id', '=', id)
    .where(isReadable(who))
    .executeTakeFirstOrThrow(notFound)
  return { ...row, businessTitle: businessOf(row.businessType).title }
}

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
          left join app_user u on c.kind = 'user' and u.tenant_id = c.tenant_id and u.id = c.ref::bigint
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

const said = new Map([
  ['claim', '签收'],
  ['transfer', '转办给'],
  ['add', '加签'],
  ['return', '退回到'],
  ['timer', '到期'],
  ['voided', '作废'],
  ['withdrawn', '撤回'],
  ['end', '流程结束'],
])
const RED = new Set(['return', 'voided', 'withdrawn'])

/** What happened, the latest first, after the steps that are still open. */
export async function listActivities(asker: Asker, id: string): Promise<Output<Calls['activities']>> {
  const instance = await readInstance(asker, id)
  const { db, who } = asker
  const time = (at: Date) => toWireTime(at, who.timeZone)
  const events = await db
    .selectFrom('process_event as e')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'e.tenant_id').onRef('u.id', '=', 'e.actor_id'),
    )
    .leftJoin('process_task as t', (join) =>
      join
        .onRef('t.tenant_id', '=', 'e.tenant_id')
        .onRef('t.instance_id', '=', 'e.instance_id')
        .onRef('t.id', '=', 'e.task_id'),
    )
    .leftJoin('app_user as other', (join) =>
      join
        .onRef('other.tenant_id', '=', 'e.tenant_id')
        .on(sql<SqlBool>`e.kind in ('transfer', 'add') and other.id = e.target::bigint`),
    )
    .leftJoin('process_task as earlier', (join) =>
      join.onRef('earlier.tenant_id', '=', 'e.tenant_id').onRef('earlier.instance_id', '=', 'e.instance_id')
        .on(sql<SqlBool>`e.kind = 'return' and earlier.id = (
          select min(x.id) from process_task x
          where x.tenant_id = e.tenant_id and x.instance_id = e.instance_id and x.node = e.target)`),
    )
    .select(['e.kind', 'e.at', 'e.outcome', 'e.opinion', 'e.node', 'u.realname', 't.name as step'])
    .select(['other.realname as other', 'earlier.name as target'])
    .where('e.instance_id', '=', id)
    .where('e.kind', 'in', ['complete', ...said.keys()])
    .orderBy('e.seq', 'desc')
    .execute()
  const steps = instance.status === 'running' ? await openStepsOf(asker, id) : []
  const happened = events.map(({ kind, at, outcome, opinion, node, realname, step, other, target }) => {
    const verdict = outcome === 'reject' ? '不同意' : '同意'
    const what = kind === 'complete' ? verdict : `${said.get(kind)}${other ?? target ?? ''}`
    // The end is nobody's.
    const person = kind === 'end' ? null : realname
    return {
      color: RED.has(kind) || outcome === 'reject' ? 'red' : 'limegreen',
      content: [step, person, what].filter(Boolean).join(' · '),
      timestamp: time(at),
      message: opinion ?? '',
      specialParameters: { node: node ?? '', person: person ?? '', kind },
    }
  })
  return [
    ...steps.map(({ name, node, people, since }) => ({
      color: '',
      content: `${name} · ${people.join('、')} · 待办理`,
      timestamp: since,
      message: '',
      specialParameters: { node, person: people.join('、'), kind: 'open' },
    })),
    ...happened,
    {
      color: 'limegreen',
      content: `提交 · ${instance.starter}`,
      timestamp: time(instance.startTime),
      message: '',
      specialParameters: { node: '', person: instance.starter, kind: 'start' },
    },
  ]
}
