import { sql, type SqlBool } from 'kysely'
import { toWireTime } from '../../kernel/wire-time.ts'
import type { EventKind } from '../workflow/index.ts'
import type { Asker } from './views.ts'

/** What a history calls the events that it tells, besides the verdict of who completes a step. */
const said: Partial<Record<EventKind, string>> = {
  complete: '',
  claim: '签收',
  transfer: '转办给',
  add: '加签',
  return: '退回到',
  timer: '到期',
  voided: '作废',
  withdrawn: '撤回',
  end: '流程结束',
}

const RED: ReadonlySet<EventKind> = new Set(['return', 'voided', 'withdrawn'])

/** Whether a history tells an event of this kind; others are only how the instance came from one to the next. */
export const isTold = (kind: EventKind): boolean => kind in said

/** The events of an instance in order, with the names of people and steps. */
export async function eventsOf({ db }: Asker, id: string) {
  const rows = await db
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
        .on(
          sql<SqlBool>`other.id = case when e.kind in ('open', 'transfer', 'add') then e.target::bigint end`,
        ),
    )
    .select(['e.seq', 'e.at', 'e.token', 'e.node', 'e.flow', 'e.task_id as task', 'e.outcome', 'e.opinion'])
    .select(sql<EventKind>`e.kind`.as('kind'))
    .select(['u.realname as actor', 't.name as step'])
    .select(
      sql<string | null>`case when e.kind = 'return' then e.target else other.realname end`.as('target'),
    )
    .where('e.instance_id', '=', id)
    .orderBy('e.seq')
    .execute()
  const steps = new Map(rows.flatMap(({ node, step }) => (node && step ? [[node, step] as const] : [])))
  return rows.map((row) => ({
    ...row,
    /** What a person reads for the target: somebody's name, or that of a step. */
    goal: row.kind === 'return' ? (steps.get(row.target ?? '') ?? row.target) : row.target,
  }))
}

type Event = Awaited<ReturnType<typeof eventsOf>>[number]

/** An event as a line of the history (spec 2 §3 "Flow-chart request"). */
export function activityOf(
  { seq, kind, at, outcome, opinion, node, actor, step, goal }: Event,
  zone: string,
) {
  const verdict = outcome === 'reject' ? '不同意' : '同意'
  const what = kind === 'complete' ? verdict : `${said[kind]}${goal ?? ''}`
  // The end is nobody's.
  const person = kind === 'end' ? null : actor
  return {
    color: RED.has(kind) || outcome === 'reject' ? 'red' : 'limegreen',
    content: [step, person, what].filter(Boolean).join(' · '),
    timestamp: toWireTime(at, zone),
    message: opinion ?? '',
    specialParameters: { node: node ?? '', person: person ?? '', kind, seq },
  }
}
