import type { Input, Output } from '@heliodesk/contract/call.ts'
import type { processRuntimeCalls } from '@heliodesk/contract/process-runtime.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { businessPageOf } from '../../kernel/paging.ts'
import { visiblePlaces } from '../../kernel/scope.ts'
import { withWireTimes } from '../../kernel/wire-time.ts'
import { businessOf, compiledById, seesRow } from '../workflow/index.ts'
import { unmannedText } from './unmanned.ts'

type Calls = typeof processRuntimeCalls

/** The instances that cannot go on, as they were found; a step that was changed since is none of them. */
const stuckIds = sql`(select instance_id from process_incident union select instance_id from process_unmanned)`

const overdueIds = (now: Date) =>
  sql`(select instance_id from process_task where closed_at is null and due_at < ${now})`

const isIn = (ids: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`i.id in ${ids}`
const isNotIn = (ids: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`i.id not in ${ids}`

type Incident = { kind: 'service' | 'timer'; node: string; reason: string; attempts: number }
type Lost = { name: string; reason: string }

const incidents = sql<Incident[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', p.kind, 'node', p.node, 'reason', p.reason, 'attempts', p.attempts)
    order by p.at)
  from process_incident p where p.tenant_id = i.tenant_id and p.instance_id = i.id), '[]')`

const lost = sql<Lost[]>`coalesce((
  select jsonb_agg(jsonb_build_object('name', t.name, 'reason', m.reason) order by t.id)
  from process_unmanned m
  join process_task t on t.tenant_id = m.tenant_id and t.instance_id = m.instance_id and t.id = m.task_id
  where m.tenant_id = i.tenant_id and m.instance_id = i.id), '[]')`

const kinds = { service: '服务', timer: '计时' } as const

const incidentText = ({ kind, reason, attempts }: Omit<Incident, 'node'>, name: string): string =>
  `${kinds[kind]}“${name}”试了 ${attempts} 次后放弃：${reason}`

export async function listRunning(
  { db, who, now }: Ctx,
  { definitionId, key, state, keyword, ...page }: Input<Calls['page']>,
): Promise<Output<Calls['page']>> {
  const found = await businessPageOf(
    db
      .selectFrom('process_instance as i')
      .innerJoin('process_definition as d', (join) =>
        join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.definition_id'),
      )
      .leftJoin('app_user as u', (join) =>
        join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.starter_id'),
      )
      .where('i.status', '=', 'running')
      .where(visiblePlaces(who, 'i'))
      .where(seesRow(who))
      .$if(definitionId !== undefined, (each) => each.where('i.definition_id', '=', definitionId ?? ''))
      .$if(key !== '', (each) => each.where('d.key', '=', key))
      .$if(state === 'stuck', (each) => each.where(isIn(stuckIds)))
      .$if(state === 'overdue', (each) => each.where(isIn(overdueIds(now))))
      .$if(state === 'normal', (each) => each.where(isNotIn(stuckIds)).where(isNotIn(overdueIds(now))))
      .$if(keyword !== '', (each) => each.where(mentions(sql`concat_ws(' ', i.title, u.realname)`, keyword)))
      .select(['i.id', 'i.title', 'i.business_type', 'i.definition_id'])
      .select([
        'd.name as processName',
        'd.key',
        'd.version',
        sql<string>`coalesce(u.realname, '系统')`.as('starter'),
      ])
      .select([incidents.as('incidents'), lost.as('lost'), 'i.started_at as startTime'])
      .select(
        sql<string>`coalesce((
          select string_agg(distinct s.name, '、') from process_task s
          where s.tenant_id = i.tenant_id and s.instance_id = i.id and s.state = 'open'), '')`.as('step'),
      )
      .select(
        sql<Date | null>`(
          select min(s.due_at) from process_task s
          where s.tenant_id = i.tenant_id and s.instance_id = i.id and s.closed_at is null)`.as('dueTime'),
      )
      .orderBy('i.id', 'desc'),
    page,
    (row) => row,
  )
  const pageList = []
  for (const { incidents: given, lost: without, business_type, definition_id, ...row } of found.pageList) {
    const { process } = await compiledById(db, definition_id)
    const nameOf = (node: string) => process.nodes.get(node)?.name || node
    pageList.push({
      ...withWireTimes(row, who.timeZone),
      businessTitle: businessOf(business_type).title,
      isOverdue: row.dueTime !== null && row.dueTime < now,
      problems: [
        ...given.map((each) => incidentText(each, nameOf(each.node))),
        ...without.map(({ name, reason }) => `“${name}”${unmannedText(reason)}`),
      ],
    })
  }
  return { ...found, pageList }
}

export async function countVersions({ db, who }: Ctx): Promise<Output<Calls['versions']>> {
  const rows = await db
    .selectFrom('process_instance as i')
    .innerJoin('process_definition as d', (join) =>
      join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.id', '=', 'i.definition_id'),
    )
    .where('i.status', '=', 'running')
    .where(visiblePlaces(who, 'i'))
    .where(seesRow(who))
    .select(['d.id as definitionId', 'd.key', 'd.name', 'd.version', 'd.active'])
    .select([
      sql<number>`count(*)::int`.as('running'),
      sql<number>`(count(*) filter (where ${isIn(stuckIds)}))::int`.as('stuck'),
    ])
    .groupBy(['d.id', 'd.key', 'd.name', 'd.version', 'd.active'])
    .orderBy('d.key')
    .orderBy('d.version', 'desc')
    .execute()
  return rows
}
