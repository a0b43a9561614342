import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql, type SqlBool } from 'kysely'
import { notFound } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { actingName, businessOf, compiledById, type EventKind, type Process } from '../workflow/index.ts'
import type { Asker } from './views.ts'

/** What a history calls the events that it tells, besides the verdict of who completes a step. */
const said: Partial<Record<EventKind, string>> = {
  complete: '',
  claim: '签收',
  transfer: '转办给',
  add: '加签',
  return: '退回到',
  timer: '到期',
  fail: '放弃',
  retry: '重试',
  skip: '跳过',
  reassign: '改派给',
  migrate: '换到',
  comment: '评论',
  copy: '抄送给',
  urge: '催办',
  voided: '作废',
  withdrawn: '撤回',
  end: '流程结束',
}

const RED: ReadonlySet<EventKind> = new Set(['return', 'voided', 'withdrawn', 'fail'])

/** The end of an instance. */
const ENDS: ReadonlySet<EventKind> = new Set(['end', 'voided', 'withdrawn'])

/** Their target is somebody's id; that of others is a step or a text. */
const GIVEN: readonly EventKind[] = ['open', 'transfer', 'add', 'reassign', 'copy']

/** How many people one line of a history names. */
const MOST_NAMED = 10

/** Whether a history has a line for an event; others are only how the instance came from one to the next. */
export const isTold = ({ kind, isMore }: { kind: EventKind; isMore: boolean }): boolean =>
  kind in said && !isMore

/** The events of an instance of this process in order, with the names of people and steps. */
export async function eventsOf({ db }: Asker, id: string, { nodes }: Process) {
  const stored = await storedEvents(db, id)
  const rows = stored.some(({ kind }) => kind === 'enter') ? stored : await withPast(db, id, stored)
  const known = await underTheirPresentIds(db, id, rows)
  const steps = new Map(known.flatMap(({ node, step }) => (node && step ? [[node, step] as const] : [])))
  const isMore = (at: number) => isSameCopy(known[at - 1], known[at])
  return known.map((row, at) => ({
    ...row,
    /** A copy that the line of the one before it tells. */
    isMore: isMore(at),
    // A copy step has no task that would have its name.
    step: row.step ?? (row.kind === 'copy' ? (nodes.get(row.node ?? '')?.name ?? null) : null),
    /** What a person reads for the target: somebody's name, or that of a step. */
    goal: row.kind === 'return' ? (steps.get(row.target ?? '') ?? row.target) : namesFrom(at),
  }))

  function namesFrom(at: number): string | null {
    let end = at + 1
    while (isMore(end)) end += 1
    const names = known.slice(at, end).flatMap(({ target }) => target ?? [])
    if (names.length === 0) return null
    const more = names.length > MOST_NAMED ? ` 等 ${names.length} 人` : ''
    return `${names.slice(0, MOST_NAMED).join('、')}${more}`
  }
}

/** Whether a copy step gave both at once. */
const isSameCopy = (one: Stored | undefined, other: Stored | undefined): boolean =>
  one?.kind === 'copy' && other?.kind === 'copy' && one.token !== null && one.token === other.token

/** What the database has of them. */
const storedEvents = (db: Asker['db'], id: string) =>
  db
    .selectFrom('process_event as e')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'e.tenant_id').onRef('u.id', '=', 'e.actor_id'),
    )
    .leftJoin('app_user as absent', (join) =>
      join.onRef('absent.tenant_id', '=', 'e.tenant_id').onRef('absent.id', '=', 'e.behalf_id'),
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
        // The target of other events is no number, and a plan may look at it before the kind.
        .on(sql<SqlBool>`other.id = case when e.kind = any(${GIVEN}) then e.target::bigint end`),
    )
    .select(['e.seq', 'e.at', 'e.token', 'e.node', 'e.flow', 'e.task_id as task', 'e.outcome', 'e.opinion'])
    .select(sql<EventKind>`e.kind`.as('kind'))
    .select([actingName('u', 'absent').as('actor'), 't.name as step'])
    .select(
      sql<string | null>`case when e.kind = any(${GIVEN}) then other.realname else e.target end`.as('target'),
    )
    .where('e.instance_id', '=', id)
    .orderBy('e.seq')
    .execute()

type Stored = Awaited<ReturnType<typeof storedEvents>>[number]

/**
 * The events of an instance that was added when its row had ended already, as the row tells them. Of such an instance only
 * the end is stored, and what was said since. Nothing refers to the others, so that their numbers may change.
 */
async function withPast(db: Asker['db'], id: string, stored: readonly Stored[]): Promise<readonly Stored[]> {
  const { business_type, business_id, definition_id } = await db
    .selectFrom('process_instance')
    .select(['business_type', 'business_id', 'definition_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const { past } = businessOf(business_type)
  if (!past) return stored
  const { process } = await compiledById(db, definition_id)
  const happened = await past({ db }, business_id, process)
  const ids = [...new Set(happened.flatMap(({ actor }) => actor || []))]
  const people =
    ids.length === 0
      ? []
      : await db.selectFrom('app_user').select(['id', 'realname']).where('id', 'in', ids).execute()
  const names = new Map(people.map((person) => [person.id, person.realname]))
  const told = happened.map((event, place): Stored => {
    const { kind, at, token = null, node = null, flow = null, task = null } = event
    const { outcome = null, opinion = null, actor = '' } = event
    const step = task === null ? null : (process.nodes.get(node ?? '')?.name ?? null)
    const seq = place - happened.length
    return {
      seq,
      kind,
      at,
      token,
      node,
      flow,
      task,
      outcome,
      opinion,
      step,
      actor: names.get(actor) ?? null,
      target: null,
    }
  })
  return [...told, ...stored.filter(({ kind }) => !ENDS.has(kind))]
}

/** Events before a change of the version name nodes as the version before it did. */
async function underTheirPresentIds<
  E extends { kind: EventKind; node: string | null; target: string | null },
>(db: Asker['db'], id: string, events: readonly E[]): Promise<readonly E[]> {
  if (!events.some(({ kind }) => kind === 'migrate')) return events
  const changes = await db
    .selectFrom('process_migration_row as r')
    .innerJoin('process_migration as m', (join) =>
      join.onRef('m.tenant_id', '=', 'r.tenant_id').onRef('m.id', '=', 'r.migration_id'),
    )
    .select(sql<{ from: string; to: string }[]>`m.mapping`.as('mapping'))
    .where('r.instance_id', '=', id)
    .where('r.state', '=', 'done')
    .orderBy('m.id', 'desc')
    .execute()
  const later = new Map<string, string>()
  const now = (node: string | null) => (node === null ? null : (later.get(node) ?? node))
  // From the last event back, so that every change adds to what is known of the later ones.
  return events
    .toReversed()
    .map((event) => {
      const renamed = {
        ...event,
        node: now(event.node),
        target: event.kind === 'return' ? now(event.target) : event.target,
      }
      if (event.kind === 'migrate') {
        const { mapping } = changes.shift() ?? { mapping: [] }
        const added = mapping.map(({ from, to }) => [from, now(to) ?? to] as const)
        for (const [from, to] of added) later.set(from, to)
      }
      return renamed
    })
    .toReversed()
}

type Event = Awaited<ReturnType<typeof eventsOf>>[number]
type Activity = Output<typeof approvalCalls.activities>[number]

/** An event as a line of the history (spec 2 §3 "Flow-chart request"). */
export function activityOf(
  { seq, kind, at, outcome, opinion, node, actor, step, goal }: Event,
  zone: string,
  files: Activity['files'],
): Activity {
  const verdict = outcome === 'reject' ? '不同意' : '同意'
  const how = kind === 'end' && outcome === 'reject' ? '：已驳回' : ''
  const isToNobody = kind === 'copy' && goal === null
  const what =
    kind === 'complete' ? verdict : isToNobody ? '没有可抄送的人' : `${said[kind]}${goal ?? ''}${how}`
  // The end is nobody's.
  const person = kind === 'end' ? '' : (actor ?? '')
  return {
    color: RED.has(kind) || outcome === 'reject' ? 'red' : 'limegreen',
    content: [step, person, what].filter(Boolean).join(' · '),
    timestamp: toWireTime(at, zone),
    message: opinion ?? '',
    specialParameters: { node: node ?? '', person, kind, seq },
    files,
  }
}
